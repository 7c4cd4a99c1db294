import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { count, exactTime } from '../../format.ts';
import { useLabels } from '../../setting/labels.ts';
import { cx } from '../../ui/cx.ts';
import { INVENTORY_ORDER } from './Inventory.tsx';
import { PrintedTable } from './PrintedTable.tsx';

const COLUMNS = [
  { title: 'Set ID', width: 'w-[11.5%]' },
  { title: 'Tag', width: 'w-[8.5%]' },
  { title: 'Description', width: 'w-[25%]' },
  { title: 'Type', width: 'w-[11%]' },
  { title: 'Status', width: 'w-[18%]' },
  { title: 'Keys', width: 'w-[5%]', num: true },
  { title: 'Fobs', width: 'w-[5%]', num: true },
  { title: 'Last update', width: 'w-[16%]' },
] as const;

/** Every key set on paper. Missing is a filled square in bold, issued a ring with the holder: it reads in black and white. */
export function PrintedInventory({ bunches, running }: { bunches: KeyBunch[]; running: string }) {
  const { label } = useLabels();
  const note = `${count(bunches.length, 'key set')}, ${INVENTORY_ORDER.toLowerCase()}`;
  return (
    <PrintedTable title="Key inventory" note={note} running={running} columns={COLUMNS}>
      {bunches.map((bunch) => (
        <tr key={bunch.id}>
          <td className="font-semibold">{bunch.identifier}</td>
          <td className="text-muted">
            {bunch.status === 'issued' ? 'Broken' : (bunch.currentTag ?? 'None')}
          </td>
          <td>{bunch.keyDescription}</td>
          <td>{label('keyTypes', bunch.type)}</td>
          <td>
            <Status bunch={bunch} word={label('statuses', bunch.status)} />
          </td>
          <td className="text-right tabular-nums">{bunch.keyCount}</td>
          <td className="text-right tabular-nums">{bunch.fobCount}</td>
          <td className="whitespace-nowrap text-muted tabular-nums">{exactTime(bunch.lastUpdated)}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}

function Status({ bunch: { status, holder }, word }: { bunch: KeyBunch; word: string }) {
  const missing = status === 'missing';
  return (
    <span className={cx('flex items-baseline gap-1.5', missing && 'font-bold text-red-800')}>
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-[7px] shrink-0">
        {missing && <rect width="8" height="8" fill="currentColor" />}
        {status === 'issued' && <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" />}
      </svg>
      <span className="min-w-0">{holder ? `${word}, ${holder.name}` : word}</span>
    </span>
  );
}
