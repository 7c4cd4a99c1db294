import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PHOTO_REMOVED_MESSAGES } from '../../../shared/action-messages.ts';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { ImageViewer } from '../../ui/overlay/ImageViewer.tsx';
import { Time } from '../../ui/Time.tsx';

/** A bunch's photo, large, and its removal. `src` is its URL. */
export function PhotoViewer({
  bunch,
  src,
  open,
  onClose,
}: {
  bunch: KeyBunchDetail;
  src: string;
  open: boolean;
  onClose: () => void;
}) {
  const may = useMay();
  const remove = useAction('updateKeyBunch', { messages: PHOTO_REMOVED_MESSAGES });
  const [confirming, setConfirming] = useState(false);
  /** The last version of the set with this photo; none for a photo that was just chosen, which is shown before it has an address. */
  const [seen, setSeen] = useState({ src: '', version: '' });
  if (bunch.imageUrl === src && (seen.src !== src || seen.version !== bunch.updatedAt))
    setSeen({ src, version: bunch.updatedAt });

  async function confirm() {
    const input = { params: { id: bunch.id }, body: { imageUrl: null } };
    const done = await remove.run({ ...input, ...(seen.src === src && { ifMatch: seen.version }) });
    setConfirming(false);
    if (done.ok || done.error.body.code === 'stale') onClose();
  }

  return (
    <>
      <ImageViewer
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={bunch.identifier}
        description={
          bunch.imageUpdatedAt && (
            <>
              Photo updated <Time at={bunch.imageUpdatedAt} className="inline-block first-letter:lowercase" />
            </>
          )
        }
        src={src}
        alt={`Photo of ${bunch.identifier}`}
        actions={
          may(api.updateKeyBunch.needs) && (
            <Button
              variant="danger"
              size="sm"
              icon={Trash2}
              onClick={() => setConfirming(true)}
              className="-ml-2.5"
            >
              Remove photo
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Remove this photo?"
        text={`The photo of ${bunch.identifier} will be deleted and can't be restored. The history records that it was removed.`}
        confirmLabel="Remove photo"
        danger
        pending={remove.pending}
        onConfirm={confirm}
      />
    </>
  );
}
