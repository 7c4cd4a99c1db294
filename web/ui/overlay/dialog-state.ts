import { useCallback, useState } from 'react';

type Shown<T> = { about: T; turn: number };
type State<T> = { shown: Shown<T> | null; open: boolean; next: { about: T } | null; turns: number };

export type DialogState<T> = {
  /** What the dialog is about that is open or leaving, and the number of its opening, which is its key. Null when none is there. */
  shown: Shown<T> | null;
  /** Opens a dialog. When another is there it leaves first, and gives back the focus. */
  show: (about: T) => void;
  /** For the dialog that is `shown`; once another is there, its `onClose` closes nothing any more. */
  props: { open: boolean; onClose: () => void; onClosed: () => void };
};

const NONE = { shown: null, open: false, next: null, turns: 0 };

const opened = <T>(about: T, last: State<T>): State<T> => ({
  shown: { about, turn: last.turns + 1 },
  open: true,
  next: null,
  turns: last.turns + 1,
});

/** One dialog at a time, kept until it has left and given back the focus; only then the next one opens. */
export function useDialogState<T>(): DialogState<T> {
  const [state, setState] = useState<State<T>>(NONE);
  const show = useCallback(
    (about: T) =>
      setState((last) => (last.shown ? { ...last, open: false, next: { about } } : opened(about, last))),
    [],
  );
  const turn = state.shown?.turn;
  return {
    shown: state.shown,
    show,
    props: {
      open: state.open,
      onClose: () => setState((last) => (last.shown?.turn === turn ? { ...last, open: false } : last)),
      onClosed: () =>
        setState((last) => (last.next ? opened(last.next.about, last) : { ...NONE, turns: last.turns })),
    },
  };
}
