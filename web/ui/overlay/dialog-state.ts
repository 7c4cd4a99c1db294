import { useCallback, useEffect, useRef, useState } from 'react';

type Shown<T> = { about: T; turn: number };
type State<T> = { shown: Shown<T> | null; open: boolean; next: { about: T } | null; turns: number };

export type DialogState<T> = {
  /** The subject of the open or closing dialog, with its opening number as key. Null when none. */
  shown: Shown<T> | null;
  /** Opens a dialog. Another open one closes first and restores the focus. */
  show: (about: T) => void;
  /** For the `shown` dialog; a stale `onClose` has no effect. */
  props: { open: boolean; onClose: () => void; onClosed: () => void };
};

const NONE = { shown: null, open: false, next: null, turns: 0 };

const opened = <T>(about: T, last: State<T>): State<T> => ({
  shown: { about, turn: last.turns + 1 },
  open: true,
  next: null,
  turns: last.turns + 1,
});

/** One dialog at a time: the next opens after the last has closed and restored the focus. */
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

/** Whether a dialog is still open, for work of several calls: what was cancelled must not go on. */
export function useStillOpen(open = true): () => boolean {
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
    return () => {
      current.current = false;
    };
  }, [open]);
  return () => current.current;
}

/** Whether a dialog's values are other ones than it began with. */
export function useChanged(values: readonly unknown[]): boolean {
  const begun = useRef(values);
  return values.some((value, at) => value !== begun.current[at]);
}
