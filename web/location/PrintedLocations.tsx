import { locationStatusLabel } from '../../shared/location-words.ts';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { PrintFrame } from '../print/PrintFrame.tsx';
import { useLabels } from '../setting/labels.ts';
import type { LocationListProps, LocationRow } from './rows.ts';

type Props = Pick<LocationListProps, 'types' | 'counted'> & {
  rows: readonly LocationRow[];
  /** When they were read. */
  asOf: Date;
};

/** The locations on paper, with what each holds. */
export function PrintedLocations({ rows, types, counted, asOf }: Props) {
  const { label } = useLabels();
  const columns = [
    { title: 'Location', width: 'w-[22%]' },
    { title: 'Type and description', width: 'w-[26%]' },
    ...(counted
      ? [
          { title: 'Key sets', width: 'w-[9%]', num: true },
          { title: 'Missing', width: 'w-[9%]', num: true },
          { title: 'Of which', width: 'w-[24%]' },
        ]
      : []),
    { title: 'Status', width: 'w-[10%]' },
  ];
  return (
    <PrintFrame
      title="Locations"
      rows={{ printed: rows.length, total: rows.length, noun: 'location' }}
      asOf={asOf}
    >
      <PrintedTable columns={columns}>
        {rows.map(({ id, name, type, description, status, counts }) => (
          <tr key={id}>
            <td className="font-semibold">{name}</td>
            <td>{[label('locationTypes', type), description].filter(Boolean).join(' · ')}</td>
            {counted && (
              <>
                <td className="text-right tabular-nums">{counts?.total ?? 0}</td>
                <td className="text-right tabular-nums">{counts?.byStatus.missing ?? 0}</td>
                <td>
                  {types
                    .filter(({ value }) => counts?.byType[value])
                    .map(({ value, label: word }) => `${word} ${counts?.byType[value]}`)
                    .join(', ')}
                </td>
              </>
            )}
            <td>{locationStatusLabel(status)}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}
