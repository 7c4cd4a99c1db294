import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Which dialog about key bunches is open: a new one, or one about the bunch of that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return'; id: number };

/** What the dialog of one bunch is given. */
export type BunchDialogProps = {
  id: number;
  open: boolean;
  onClose: () => void;
  /** Closes this dialog and opens that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};

const load = {
  add: () => import('./form/AddBunchDialog.tsx').then((m) => ({ default: m.AddBunchDialog })),
  edit: () => import('./form/EditBunchDialog.tsx').then((m) => ({ default: m.EditBunchDialog })),
  details: () => import('./details/KeyDetailsDialog.tsx').then((m) => ({ default: m.KeyDetailsDialog })),
  move: () => import('./custody/MoveDialog.tsx').then((m) => ({ default: m.MoveDialog })),
  issue: () => import('./custody/IssueDialog.tsx').then((m) => ({ default: m.IssueDialog })),
  return: () => import('./custody/ReturnDialog.tsx').then((m) => ({ default: m.ReturnDialog })),
};

const AddBunchDialog = lazy(load.add);
const DIALOGS: Record<Exclude<KeyBunchDialog['kind'], 'add'>, ComponentType<BunchDialogProps>> = {
  edit: lazy(load.edit),
  details: lazy(load.details),
  move: lazy(load.move),
  issue: lazy(load.issue),
  return: lazy(load.return),
};

/** The page comes first; then the dialogs are fetched, so that each opens at once when it is wanted. */
const FETCH_AFTER_MS = 600;
/** Longer than a dialog takes to leave. */
const LEAVE_MS = 200;
const LOOK_MS = 20;
const LEAVING = '[role=dialog][data-state=closed]';

type Shown = { dialog: KeyBunchDialog; turn: number };

/** Every opening is a dialog of its own, filled anew. */
const after = (dialog: KeyBunchDialog) => (last: Shown | null) => ({ dialog, turn: (last?.turn ?? 0) + 1 });

/** The dialogs about key bunches (SPEC 2.9), one at a time. Each stays mounted while it leaves. */
export function KeyBunchDialogs({ open, onClose }: { open: KeyBunchDialog | null; onClose: () => void }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [next, setNext] = useState<KeyBunchDialog | null>(null);
  const kind = open?.kind;
  const id = open && open.kind !== 'add' ? open.id : 0;

  useEffect(() => {
    setNext(null);
    if (kind) return setShown(after(kind === 'add' ? { kind } : { kind, id }));
    const timer = setTimeout(() => setShown(null), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [kind, id]);

  useEffect(() => {
    if (!next) return;
    const show = () => {
      setNext(null);
      setShown(after(next));
    };
    // The next one notes where the focus was: only when the last has given it back, which a busy browser does later.
    const look = () => {
      timer = document.querySelector(LEAVING) ? setTimeout(look, LOOK_MS) : setTimeout(show, LOOK_MS);
    };
    let timer = setTimeout(look, LEAVE_MS - LOOK_MS);
    return () => clearTimeout(timer);
  }, [next]);

  useEffect(() => {
    const timer = setTimeout(() => Promise.all(Object.values(load).map((one) => one())), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!shown) return null;
  const { dialog, turn } = shown;
  const common = { open: open !== null && next === null, onClose };
  if (dialog.kind === 'add')
    return (
      <Suspense>
        <AddBunchDialog key={turn} {...common} />
      </Suspense>
    );
  const One = DIALOGS[dialog.kind];
  return (
    <Suspense>
      <One key={turn} id={dialog.id} {...common} onSwitch={setNext} />
    </Suspense>
  );
}
