import type { KeyBunch } from '../../shared/key-bunch.ts';
import { count, exactTime } from '../format.ts';
import { PrintedStatus, printedTag } from '../key-bunch/PrintedStatus.tsx';
import { PrintedWhat } from '../key-bunch/PrintedWhat.tsx';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { useLabels } from '../setting/labels.ts';
import { INVENTORY_ORDER } from './Inventory.tsx';

const COLUMNS = [
  { title: 'Set ID, position', width: 'w-[11.5%]' },
  { title: 'Tag', width: 'w-[8.5%]' },
  { title: 'Description', width: 'w-[21%]' },
  { title: 'Type', width: 'w-[10.5%]' },
  { title: 'Status', width: 'w-[18%]' },
  { title: 'Keys', width: 'w-[5%]', num: true },
  { title: 'Fobs', width: 'w-[5%]', num: true },
  { title: 'Last update', width: 'w-[20.5%]' },
] as const;

/** Every key set of the location on paper. */
export function PrintedInventory({ bunches }: { bunches: readonly KeyBunch[] }) {
  const { label } = useLabels();
  const note = `${count(bunches.length, 'key set')}, ${INVENTORY_ORDER.toLowerCase()}`;
  return (
    <PrintedTable title="Key inventory" note={note} columns={COLUMNS}>
      {bunches.map((bunch) => (
        <tr key={bunch.id}>
          <td className="font-semibold">
            {bunch.identifier}
            {bunch.position && <span className="block font-normal text-muted">{bunch.position}</span>}
          </td>
          <td className="text-muted">{printedTag(bunch)}</td>
          <PrintedWhat bunch={bunch} />
          <td>{label('keyTypes', bunch.type)}</td>
          <PrintedStatus bunch={bunch} />
          <td className="text-right tabular-nums">{bunch.keyCount}</td>
          <td className="text-right tabular-nums">{bunch.fobCount}</td>
          <td className="text-muted tabular-nums">{exactTime(bunch.lastUpdated)}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}
