import { PrintedTable } from '../../print/PrintedTable.tsx';
import { PrintFrame } from '../../print/PrintFrame.tsx';
import type { PremisesList } from './use-premises.ts';

const COLUMNS = [
  { title: 'Premises', width: 'w-[24%]' },
  { title: 'Address', width: 'w-[30%]' },
  { title: 'Client', width: 'w-[20%]' },
  { title: 'Reference', width: 'w-[12%]' },
  { title: 'Sets', width: 'w-[7%]', num: true },
  { title: 'Out', width: 'w-[7%]', num: true },
] as const;

/** The list on paper: how many sets are held of each. */
export function PremisesListPaper({ list }: { list: PremisesList }) {
  const { paper, filters, total, atLeast, readAt } = list;
  return (
    <PrintFrame
      title="Premises"
      filters={[filters.client, filters.search.trim() && `"${filters.search.trim()}"`]}
      rows={{ printed: paper.rows.length, total, atLeast, noun: 'premises', plural: 'premises' }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={COLUMNS}>
        {paper.rows.map(({ id, name, address, postcode, client, reference, isActive, sets, out }) => (
          <tr key={id}>
            <td className="font-semibold">
              {name}
              {!isActive && <span className="block font-normal text-muted">Inactive</span>}
            </td>
            <td>{[address, postcode].filter(Boolean).join(', ')}</td>
            <td>{client}</td>
            <td>{reference}</td>
            <td className="text-right tabular-nums">{sets}</td>
            <td className="text-right tabular-nums">{out}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}
