import type { Movement } from '../../shared/movement.ts';
import { movementSentence, placeOf } from '../../shared/movement-text.ts';
import { accountOf } from '../../shared/user-name.ts';
import { exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { PrintedTable } from '../print/PrintFrame.tsx';
import { nameOf } from './BunchLink.tsx';
import { movementLines } from './MovementText.tsx';

const COLUMNS = [
  { title: 'When', width: 'w-[16%]' },
  { title: 'Set ID', width: 'w-[12%]' },
  { title: 'What happened', width: 'w-[33%]' },
  { title: 'Location', width: 'w-[14%]' },
  { title: 'By', width: 'w-[25%]' },
] as const;

/** Printed movements with all their details. */
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
              <span className="block text-[8.5px] wrap-anywhere text-muted">{user && accountOf(user)}</span>
            </td>
          </tr>
        );
      })}
    </PrintedTable>
  );
}
