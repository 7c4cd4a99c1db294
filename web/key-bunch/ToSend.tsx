import { CloudUpload } from 'lucide-react';
import { useOfflineSince } from '../api/connection.ts';
import {
  type CustodyEntry,
  type EntryKind,
  isCustody,
  newestOf,
  ownEntries,
  waiting,
} from '../api/outbox/own-entries.ts';
import { clockTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';

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
        <EntryText entry={entry} />
      </p>
    )
  );
}

const DID: Record<EntryKind, string> = {
  issue: 'issued it',
  return: 'returned it',
  handOver: 'handed it over',
  extend: 'extended it',
  lost: 'reported it lost',
  found: 'found it',
};

/** "You issued it at 22:44. Before, as of 22:41: Present." */
function EntryText({ entry }: { entry: CustodyEntry }) {
  const all = ownEntries.use();
  const since = useOfflineSince();
  const { label } = useLabels();
  const first = waiting(all).find((one) => isCustody(one) && one.keyBunchId === entry.keyBunchId);
  const before = first && isCustody(first) ? label('statuses', first.seen.status) : '';
  const asOf = since > 0 ? `, as of ${clockTime(new Date(since))}` : '';
  return `You ${DID[entry.kind]} at ${clockTime(entry.doneAt)}. Before${asOf}: ${before}.`;
}
