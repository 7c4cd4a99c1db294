import { movementDetail, movementSentence } from '../../shared/movement.ts';
import { fullName } from '../../shared/user.ts';
import { exactTime } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { PrintedTable } from './PrintedTable.tsx';
import { useActivity } from './use-activity.ts';

const COLUMNS = [
  { title: 'When', width: 'w-[16%]' },
  { title: 'Set ID', width: 'w-[16%]' },
  { title: 'What happened', width: 'w-[48%]' },
  { title: 'By', width: 'w-[20%]' },
] as const;

/** The latest movements on paper; nothing without history:view, and nothing when there were none. */
export function PrintedActivity({ locationId, running }: { locationId: number; running: string }) {
  const { label } = useLabels();
  const { movements } = useActivity(locationId);
  if (!movements?.length) return null;
  return (
    <div className="break-inside-avoid pt-6">
      <PrintedTable
        title="Recent activity"
        note={`the latest ${movements.length}, newest first`}
        running={running}
        columns={COLUMNS}
      >
        {movements.map((movement) => (
          <tr key={movement.id}>
            <td className="whitespace-nowrap text-muted tabular-nums">{exactTime(movement.timestamp)}</td>
            <td className="font-semibold">{movement.keyBunchIdentifier}</td>
            <td>{[movementSentence(movement, label), ...movementDetail(movement)].join(' · ')}</td>
            <td>{movement.user ? fullName(movement.user) : 'Unknown'}</td>
          </tr>
        ))}
      </PrintedTable>
    </div>
  );
}
