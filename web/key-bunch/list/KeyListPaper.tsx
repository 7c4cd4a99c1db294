import { PrintFrame } from '../../print/PrintFrame.tsx';
import type { KeyList } from './key-list.ts';
import { PrintedBunches } from './PrintedBunches.tsx';

/** The key list on paper, under the filters in words. */
export const KeyListPaper = ({ list, filters }: { list: KeyList; filters: string[] }) => (
  <PrintFrame
    title="Key Management"
    filters={filters}
    rows={{ printed: list.paper.rows.length, total: list.total, atLeast: list.atLeast, noun: 'key set' }}
    asOf={new Date(list.readAt)}
  >
    <PrintedBunches bunches={list.paper.rows} />
  </PrintFrame>
);
