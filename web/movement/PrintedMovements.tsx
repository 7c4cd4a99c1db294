import type { Movement } from '../../shared/movement.ts';
import { movementSentence } from '../../shared/movement.ts';
import { exactTime } from '../format.ts';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { useLabels } from '../setting/labels.ts';
import { movementLines, placeOf } from './movement-lines.ts';
import { nameOf } from './Who.tsx';

const COLUMNS = [
  { title: 'When', width: 'w-[14%]' },
  { title: 'Set ID', width: 'w-[13%]' },
  { title: 'What happened', width: 'w-[38%]' },
  { title: 'Location', width: 'w-[14%]' },
  { title: 'By', width: 'w-[21%]' },
] as const;

/** Movements on paper, with everything each of them says. */
export function PrintedMovements({
  movements,
  ...about
}: {
  movements: readonly Movement[];
  title?: string;
  note?: string;
}) {
  const { label } = useLabels();
  return (
    <PrintedTable {...about} columns={COLUMNS}>
      {movements.map((movement) => {
        const { details, action, notes, user } = movement;
        const lines = [...movementLines(movement, label), action === 'deleted' && details.reason, notes];
        return (
          <tr key={movement.id}>
            <td className="text-muted tabular-nums">{exactTime(movement.timestamp)}</td>
            <td className="font-semibold">{movement.keyBunchIdentifier}</td>
            <td>
              {movementSentence(movement, label)}
              <span className="block whitespace-pre-line text-muted">
                {lines.filter(Boolean).join(' · ')}
              </span>
            </td>
            <td>{placeOf(movement)}</td>
            <td>
              {nameOf(movement)}
              <span className="block wrap-anywhere text-muted">{user?.email}</span>
            </td>
          </tr>
        );
      })}
    </PrintedTable>
  );
}
