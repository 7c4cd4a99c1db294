import { PrintedMovements } from '../movement/PrintedMovements.tsx';
import { useActivity } from './use-activity.ts';

/** The latest movements on paper; nothing without history:view, and nothing when there were none. */
export function PrintedActivity({ locationId }: { locationId: number }) {
  const { movements } = useActivity(locationId);
  if (!movements?.length) return null;
  return (
    <div className="break-inside-avoid pt-6">
      <PrintedMovements
        movements={movements}
        title="Recent activity"
        note={`the latest ${movements.length}, newest first`}
      />
    </div>
  );
}
