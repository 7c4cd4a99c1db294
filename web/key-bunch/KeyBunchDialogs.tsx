import { type ComponentType, useEffect } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import type { BunchDialogProps, KeyBunchDialog } from './BunchDialog.tsx';

const load = () => import('./dialogs/all.ts');
type All = Awaited<ReturnType<typeof load>>;
const dialog = <N extends keyof All>(name: N) => lazyDialog<All, N>(load, name);

const ReserveDialog = lazyDialog(() => import('../reservation/ReserveDialog.tsx'), 'ReserveDialog');
const AddBunchDialog = dialog('AddBunchDialog');
const DIALOGS: Record<Exclude<KeyBunchDialog['kind'], 'add' | 'reserve'>, ComponentType<BunchDialogProps>> = {
  edit: dialog('EditBunchDialog'),
  details: dialog('KeyDetailsDialog'),
  move: dialog('MoveDialog'),
  issue: dialog('IssueDialog'),
  return: dialog('ReturnDialog'),
  handOver: dialog('HandOverDialog'),
  extend: dialog('ExtendDialog'),
  found: dialog('FoundDialog'),
  scanned: dialog('ScannedDialog'),
};

/** Dialogs are preloaded after the page, so that each opens immediately. */
const FETCH_AFTER_MS = 600;

/** The dialogs about key bunches, one at a time. */
export function KeyBunchDialogs({ state }: { state: DialogState<KeyBunchDialog> }) {
  useEffect(() => {
    const timer = setTimeout(() => void load(), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!state.shown) return null;
  const { about, turn } = state.shown;
  if (about.kind === 'add') return <AddBunchDialog key={turn} {...state.props} />;
  if (about.kind === 'reserve')
    return <ReserveDialog key={turn} {...state.props} about={{ sets: [about.bunch] }} />;
  const { kind, ...given } = about;
  const One = DIALOGS[kind];
  return <One key={turn} {...given} {...state.props} onSwitch={state.show} />;
}
