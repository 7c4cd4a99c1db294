import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import type { OneAuditSession, Unexpected } from '../../../shared/audit.ts';
import { useAction } from '../../api/action.ts';
import { exactClockTime } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { ReportSection } from './ReportSection.tsx';

/** What was found here and is registered elsewhere; whoever may move keys can move it here. */
export function UnexpectedSection({ session }: { session: OneAuditSession }) {
  const mayMove = useMay()('key:move');
  const move = useAction('moveKeyBunch');
  const [moving, setMoving] = useState<{ set: Unexpected | null; open: boolean }>({ set: null, open: false });
  const { unexpected, location } = session;
  if (unexpected.length === 0) return null;
  const { set } = moving;
  const close = () => setMoving((last) => ({ ...last, open: false }));

  async function confirm() {
    if (!set) return;
    const body = { toLocationId: location.id, notes: `Found here in audit #${session.id}` };
    await move.run({ params: { id: set.keyBunchId }, body });
    close();
  }

  return (
    <ReportSection title="Unexpected" count={unexpected.length} note="Found here, but registered elsewhere">
      {unexpected.map((one) => (
        <li
          key={one.keyBunchId}
          className="flex min-h-14 break-inside-avoid flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="min-w-0 flex-1 basis-60">
            <span className="block truncate font-medium">{one.identifier}</span>
            <span className="block text-hint text-pretty text-muted">
              {one.note} · {exactClockTime(one.timestamp)}
            </span>
          </span>
          {isHere(one, session) ? (
            <span className="text-hint text-emerald-800 dark:text-emerald-300">Now registered here</span>
          ) : (
            mayMove &&
            one.now &&
            one.now.locationId !== location.id && (
              <Button
                size="sm"
                icon={ArrowLeftRight}
                className="print:hidden"
                aria-label={`Move here: ${one.identifier}`}
                onClick={() => setMoving({ set: one, open: true })}
              >
                Move here
              </Button>
            )
          )}
        </li>
      ))}
      <ConfirmDialog
        open={moving.open}
        onOpenChange={(open) => !open && close()}
        title={`Move ${set?.identifier ?? ''} here?`}
        text={`It will be moved in the register from ${set?.now?.locationName ?? set?.locationName ?? ''} to ${location.name}.`}
        confirmLabel="Move Keys"
        pending={move.pending}
        onConfirm={confirm}
      />
    </ReportSection>
  );
}

/** It came here since: it was registered at another place when it was scanned. */
const isHere = ({ now, locationName }: Unexpected, { location }: OneAuditSession) =>
  now?.locationId === location.id && locationName !== location.name;
