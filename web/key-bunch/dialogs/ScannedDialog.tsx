import { ReadFailed } from '../../api/ReadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type BunchDialogProps, useFreshBunch, Waiting } from '../BunchDialog.tsx';
import { TagText } from '../BunchText.tsx';
import { actionsOf, KEY_ACTIONS, primaryAction, useKeyRights } from '../key-actions.tsx';
import { missingText, StatusBadge, sinceText } from '../StatusBadge.tsx';
import { BunchStrip, HistoryLink, useHistoryOffered } from './BunchStrip.tsx';

/** The set of a scanned NFC tag, with its actions, issue or return first. */
export function ScannedDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const { latest: bunch, error, retry } = useFreshBunch(id);
  const rights = useKeyRights();
  const history = useHistoryOffered(id);
  const first = bunch && primaryAction(bunch, rights);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="NFC tag read"
      badge={bunch && <StatusBadge status={bunch.status} />}
      cancelLabel={null}
    >
      {bunch ? (
        <div className="flex flex-col gap-4">
          <BunchStrip
            bunch={bunch}
            right={bunch.holder?.name ?? <TagText bunch={bunch} />}
            under={bunch.issuedAt && `since ${sinceText(bunch.issuedAt)}`}
          />
          {bunch.status === 'missing' && <p className="text-body text-bad">{missingText(bunch)}.</p>}
          <div className="grid gap-2">
            {actionsOf(bunch, rights).map((kind) => (
              <Button
                key={kind}
                block
                size={kind === first ? 'lg' : undefined}
                variant={kind === first ? 'primary' : 'secondary'}
                icon={KEY_ACTIONS[kind].icon}
                data-autofocus={kind === first ? '' : undefined}
                onClick={() => onSwitch({ kind, id })}
              >
                {KEY_ACTIONS[kind].label}
              </Button>
            ))}
            {history && <HistoryLink id={id} onClick={onClose} />}
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
