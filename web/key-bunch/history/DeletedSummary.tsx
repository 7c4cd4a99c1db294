import { Trash2 } from 'lucide-react';
import type { Movement } from '../../../shared/movement.ts';
import { actorName } from '../../../shared/user-name.ts';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { contentsOf } from '../contents.ts';
import { Facts } from '../Facts.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { serialText } from '../serial-text.ts';
import { TypeTag } from '../TypeTag.tsx';

/** What a deleted bunch was, from the entry its deletion left. */
export function DeletedSummary({ entry }: { entry: Movement }) {
  const { details, user, timestamp } = entry;
  const { keyCount, fobCount, type, nfcSerial, oldStatus, reason } = details;
  const who = (user && actorName(user)) || details.deletedBy;
  return (
    <Panel aria-label="Key set">
      <div className="flex items-start gap-3 border-b bg-red-500/8 px-4 py-3 text-red-800 dark:text-red-300">
        <ActionSquare icon={Trash2} tint="red" size={32} />
        <div className="min-w-0">
          <p className="font-semibold text-fg wrap-anywhere">Deleted{who && ` by ${who}`}</p>
          <p className="text-hint wrap-anywhere">
            <Time at={timestamp} focusable />
            {reason && `, ${reason}`}
          </p>
        </div>
      </div>
      <Facts
        facts={[
          ['Tag', details.currentTag],
          ['Status', oldStatus && <StatusBadge key="status" status={oldStatus} />],
          ['Type', type && <TypeTag key="type" type={type} />],
          ['Last location', details.locationName],
          ['Contents', keyCount && contentsOf({ keyCount, fobCount: fobCount ?? 0 })],
          ['NFC', nfcSerial && serialText(nfcSerial)],
        ]}
      />
    </Panel>
  );
}
