import { ArrowLeftRight, CalendarClock } from 'lucide-react';
import { Fragment } from 'react';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { TagText } from '../../BunchText.tsx';
import { useOutRights } from '../../custody/SetActions.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type BunchDialogProps, useFreshBunch, Waiting } from '../BunchDialog.tsx';
import { actionsOf, KEY_ACTIONS, primaryAction, useKeyRights } from '../key-actions.tsx';
import { missingText, sinceText } from '../StatusBadge.tsx';
import { EntryStrip } from '../ToSend.tsx';
import { ReportLost } from './BunchNotices.tsx';
import { Badges, BunchStrip, HistoryLink, useHistoryOffered } from './BunchStrip.tsx';

/** The set of a scanned NFC tag, with its actions, issue or return first. */
export function ScannedDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const { latest: bunch, error, retry } = useFreshBunch(id);
  const rights = useKeyRights();
  const out = useOutRights();
  const history = useHistoryOffered(id);
  const first = bunch && primaryAction(bunch, rights);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="NFC tag read"
      badge={bunch && <Badges bunch={bunch} />}
      cancelLabel={null}
    >
      {bunch ? (
        <div className="flex flex-col gap-4">
          <BunchStrip
            bunch={bunch}
            right={bunch.holder?.name ?? <TagText bunch={bunch} />}
            under={bunch.issuedAt && `since ${sinceText(bunch.issuedAt)}`}
          />
          <EntryStrip id={id} />
          {bunch.status === 'missing' && <p className="text-body text-bad">{missingText(bunch)}.</p>}
          <div className="grid gap-2">
            {actionsOf(bunch, rights).map((kind) => (
              <Fragment key={kind}>
                <Button
                  block
                  size={kind === first ? 'lg' : undefined}
                  variant={kind === first ? 'primary' : 'secondary'}
                  icon={KEY_ACTIONS[kind].icon}
                  data-autofocus={kind === first ? '' : undefined}
                  onClick={() => onSwitch({ kind, id })}
                >
                  {KEY_ACTIONS[kind].label}
                </Button>
                {kind === 'return' && out.issue && (
                  <span className="grid grid-cols-2 gap-2">
                    <Button block icon={ArrowLeftRight} onClick={() => onSwitch({ kind: 'handOver', id })}>
                      Hand over
                    </Button>
                    <Button block icon={CalendarClock} onClick={() => onSwitch({ kind: 'extend', id })}>
                      Extend
                    </Button>
                  </span>
                )}
              </Fragment>
            ))}
            <span className="flex flex-wrap justify-center gap-2">
              {history && <HistoryLink id={id} onClick={onClose} />}
              {bunch.status === 'issued' && rights.edit && (
                <ReportLost bunch={bunch} onChanged={onClose} variant="ghost" size={undefined} />
              )}
            </span>
          </div>
        </div>
      ) : error ? (
        <ReadFailed error={error} onRetry={retry} />
      ) : (
        <Waiting rows={['strip', 'line']} />
      )}
    </Dialog>
  );
}
