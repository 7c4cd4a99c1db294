import { CloudOff } from 'lucide-react';
import { queries } from '../api/queries.ts';
import { useOnline } from '../api/signal.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import type { AuditWork } from './use-audit-session.ts';

/** The notice while counts can't be sent; null while saving works. */
export function Unsaved({ work, className }: { work: AuditWork; className?: string }) {
  const online = useOnline();
  if (!work.stuck || work.unsaved === 0) return null;
  const tryNow = () => {
    work.sendNow();
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <div
      role="status"
      data-unsaved=""
      className={cx('flex items-center gap-3 bg-amber-500/10 text-amber-900 dark:text-amber-300', className)}
    >
      <CloudOff aria-hidden className="size-[18px]" />
      <span className="min-w-0 flex-1 text-pretty">
        {online ? 'No connection.' : 'No signal.'} {count(work.unsaved, 'change')} kept on this device, to be
        saved when you're back online.
      </span>
      <Button size="sm" onClick={tryNow}>
        Try now
      </Button>
    </div>
  );
}
