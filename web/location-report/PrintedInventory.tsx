import type { KeyBunch } from '../../shared/key-bunch.ts';
import { count, exactTime } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { INVENTORY_ORDER } from './Inventory.tsx';
import { PrintedTable } from './PrintedTable.tsx';

const COLUMNS = [
  { title: 'Set ID', width: 'w-[11.5%]' },
  { title: 'Tag', width: 'w-[8.5%]' },
  { title: 'Description', width: 'w-[24%]' },
  { title: 'Type', width: 'w-[10.5%]' },
  { title: 'Status', width: 'w-[18%]' },
  { title: 'Keys', width: 'w-[5%]', num: true },
  { title: 'Fobs', width: 'w-[5%]', num: true },
  { title: 'Last update', width: 'w-[17.5%]' },
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
          <Status bunch={bunch} word={label('statuses', bunch.status)} />
          <td className="text-right tabular-nums">{bunch.keyCount}</td>
          <td className="text-right tabular-nums">{bunch.fobCount}</td>
          <td className="whitespace-nowrap text-muted tabular-nums">{exactTime(bunch.lastUpdated)}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}

/** The marks are borders: thousands of drawings would take longer to print than all else. */
function Status({ bunch: { status, holder }, word }: { bunch: KeyBunch; word: string }) {
  return (
    <td className={cx('pl-[18px]! -indent-3', status === 'missing' && 'font-bold text-red-800')}>
      <span
        aria-hidden="true"
        className={cx(
          'mr-[5px] inline-block size-[7px]',
          status === 'missing' && 'border-[3.5px]',
          status === 'issued' && 'rounded-full border',
          'border-current!',
        )}
      />
      {holder ? `${word}, ${holder.name}` : word}
    </td>
  );
}
