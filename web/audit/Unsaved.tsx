import { CloudOff } from 'lucide-react';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import type { AuditWork } from './use-audit-session.ts';

/** Says that no answer comes and that nothing is lost; nothing as long as saving works. */
export function Unsaved({ work, className }: { work: AuditWork; className?: string }) {
  if (!work.stuck || work.unsaved === 0) return null;
  return (
    <div
      role="status"
      className={cx('flex items-center gap-3 bg-amber-500/10 text-amber-900 dark:text-amber-300', className)}
    >
      <CloudOff aria-hidden className="size-[18px]" />
      <span className="min-w-0 flex-1 text-pretty">
        No connection. {count(work.unsaved, 'change')} kept on this device, to be saved when you're back
        online.
      </span>
      <Button size="sm" onClick={work.sendNow}>
        Try now
      </Button>
    </div>
  );
}
