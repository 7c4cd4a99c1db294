import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { codes: readonly string[]; open: boolean; onClose: () => void; onClosed: () => void };

/** Recovery codes that were just made. */
export const CodesDialog = ({ codes, open, onClose, onClosed }: Props) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    onClosed={onClosed}
    title="Your recovery codes"
    cancelLabel={null}
    foot={
      <Button variant="primary" onClick={onClose}>
        I have kept them
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
);
