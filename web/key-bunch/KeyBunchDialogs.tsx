import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import type { BunchDialogProps, KeyBunchDialog } from './key-bunch-dialog.ts';

const load = {
  add: () => import('./dialogs/form/AddBunchDialog.tsx').then((m) => ({ default: m.AddBunchDialog })),
  edit: () => import('./dialogs/form/EditBunchDialog.tsx').then((m) => ({ default: m.EditBunchDialog })),
  details: () =>
    import('./dialogs/details/KeyDetailsDialog.tsx').then((m) => ({ default: m.KeyDetailsDialog })),
  move: () => import('./dialogs/custody/MoveDialog.tsx').then((m) => ({ default: m.MoveDialog })),
  issue: () => import('./dialogs/custody/IssueDialog.tsx').then((m) => ({ default: m.IssueDialog })),
  found: () => import('./dialogs/custody/FoundDialog.tsx').then((m) => ({ default: m.FoundDialog })),
  scanned: () => import('./dialogs/ScannedDialog.tsx').then((m) => ({ default: m.ScannedDialog })),
  return: () => import('./dialogs/custody/ReturnDialog.tsx').then((m) => ({ default: m.ReturnDialog })),
  handOver: () => import('./dialogs/custody/HandOverDialog.tsx').then((m) => ({ default: m.HandOverDialog })),
  extend: () => import('./dialogs/custody/ExtendDialog.tsx').then((m) => ({ default: m.ExtendDialog })),
};

const AddBunchDialog = lazy(load.add);
const DIALOGS: Record<Exclude<KeyBunchDialog['kind'], 'add'>, ComponentType<BunchDialogProps>> = {
  edit: lazy(load.edit),
  details: lazy(load.details),
  move: lazy(load.move),
  issue: lazy(load.issue),
  return: lazy(load.return),
  handOver: lazy(load.handOver),
  extend: lazy(load.extend),
  found: lazy(load.found),
  scanned: lazy(load.scanned),
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
  const { kind, ...given } = about;
  const One = DIALOGS[kind];
  return (
    <Suspense>
      <One key={turn} {...given} {...state.props} onSwitch={state.show} />
    </Suspense>
  );
}
