import { CloudUpload } from 'lucide-react';
import { Suspense } from 'react';
import { newestOf, ownEntries } from '../api/outbox/own-entries.ts';
import { cx } from '../ui/cx.ts';
import { lazyExport } from '../ui/lazy-export.ts';

const EntryText = lazyExport(() => import('./EntryText.tsx'), 'EntryText');

/** "to send", beside the status of a set that was changed on this device. */
export function ToSend({ id, className }: { id: number; className?: string }) {
  const entry = ownEntries.use(newestOf(id));
  return entry ? <ToSendWords className={className} /> : null;
}

export const ToSendWords = ({ className }: { className?: string | undefined }) => (
  <span className={cx('inline-flex items-center gap-1 text-hint whitespace-nowrap text-muted', className)}>
    <CloudUpload aria-hidden className="size-3.5" />
    to send
  </span>
);

/** What was done to the set on this device, and what it was before; nothing when nothing waits. */
export function EntryStrip({ id, className }: { id: number; className?: string }) {
  const entry = ownEntries.use(newestOf(id));
  return (
    entry && (
      <p className={cx('text-hint text-pretty text-muted', className)}>
        <Suspense>
          <EntryText entry={entry} />
        </Suspense>
      </p>
    )
  );
}
