/** Which dialog about key bunches is open: a new one, or one about the bunch of that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | {
      kind: 'details' | 'edit' | 'move' | 'issue' | 'return' | 'handOver' | 'extend' | 'found' | 'scanned';
      id: number;
    };

/** What the dialog of one bunch is given. */
export type BunchDialogProps = {
  id: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Closes this dialog and opens that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};
