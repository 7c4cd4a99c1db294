import type { Holder } from '../../shared/holder.ts';

/** Of a handing over: who is known to take the keys, and what else happens once they are handed over. */
type Taking = { taker?: Holder; onHandedOver?: () => void };

/** Which dialog about key bunches is open: a new one, or one about the bunch of that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | ({ kind: 'handOver'; id: number } & Taking)
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return' | 'extend' | 'found' | 'scanned'; id: number };

/** What the dialog of one bunch is given. */
export type BunchDialogProps = Taking & {
  id: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Closes this dialog and opens that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};
