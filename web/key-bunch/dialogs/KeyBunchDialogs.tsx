import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';

/** Which dialog about key bunches is open: a new one, or one about the bunch of that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return'; id: number };

/** What the dialog of one bunch is given. */
export type BunchDialogProps = {
  id: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
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

/** The dialogs about key bunches, one at a time. */
export function KeyBunchDialogs({ state }: { state: DialogState<KeyBunchDialog> }) {
  useEffect(() => {
    const timer = setTimeout(() => Promise.all(Object.values(load).map((one) => one())), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!state.shown) return null;
  const { about, turn } = state.shown;
  if (about.kind === 'add')
    return (
      <Suspense>
        <AddBunchDialog key={turn} {...state.props} />
      </Suspense>
    );
  const One = DIALOGS[about.kind];
  return (
    <Suspense>
      <One key={turn} id={about.id} {...state.props} onSwitch={state.show} />
    </Suspense>
  );
}
