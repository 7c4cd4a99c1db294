import { useRef } from 'react';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useFreshBunch } from '../fresh-bunch.ts';
import type { BunchDialogProps } from '../key-bunch-dialog.ts';
import { MarkFound } from './MarkFound.tsx';

/** Mark as found, from a list: the question once the set is loaded, unless it was already found. */
export function FoundDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const { latest, error, retry } = useFreshBunch(id);
  const lastOpen = useRef(latest);
  // Keeps its content while closing.
  if (open) lastOpen.current = latest;
  const bunch = lastOpen.current;
  if (bunch?.status === 'missing')
    return <MarkFound bunch={bunch} open={open} onClose={onClose} onClosed={onClosed} onChanged={onClose} />;
  if (!bunch && !error) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Mark as found"
      cancelLabel={null}
    >
      {bunch ? (
        <Notice variant="info" title={`${bunch.identifier} is no longer missing`}>
          Another user already marked it as found.
        </Notice>
      ) : (
        error && <ReadFailed error={error} onRetry={retry} />
      )}
    </Dialog>
  );
}
