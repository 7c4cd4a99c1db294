import type { Holder } from '../../shared/holder.ts';

/** Options of a handover: the known recipient and a callback. */
type HandOverOptions = { recipient?: Holder; onHandedOver?: () => void };

/** The open dialog: a new bunch, or one about the bunch with that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | ({ kind: 'handOver'; id: number } & HandOverOptions)
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return' | 'extend' | 'found' | 'scanned'; id: number };

/** The props of a dialog about one bunch. */
export type BunchDialogProps = HandOverOptions & {
  id: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Replaces this dialog by that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};
