import { useOfflineSince } from '../api/connection.ts';
import {
  type CustodyEntry,
  type EntryKind,
  isCustody,
  ownEntries,
  waiting,
} from '../api/outbox/own-entries.ts';
import { clockTime } from '../format.ts';
import { useLabels } from '../labels.ts';

const DID: Record<EntryKind, string> = {
  issue: 'issued it',
  return: 'returned it',
  handOver: 'handed it over',
  extend: 'extended it',
  lost: 'reported it lost',
  found: 'found it',
};

/** "You issued it at 22:44. Before, as of 22:41: Present." */
export function EntryText({ entry }: { entry: CustodyEntry }) {
  const all = ownEntries.use();
  const since = useOfflineSince();
  const { label } = useLabels();
  const first = waiting(all).find((one) => isCustody(one) && one.keyBunchId === entry.keyBunchId);
  const before = first && isCustody(first) ? label('statuses', first.seen.status) : '';
  const asOf = since > 0 ? `, as of ${clockTime(new Date(since))}` : '';
  return `You ${DID[entry.kind]} at ${clockTime(entry.doneAt)}. Before${asOf}: ${before}.`;
}
