import { ArrowLeftRight, Hand, Info, SearchCheck, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { useMay } from '../session.tsx';

/** The icons and names of what can be done with a bunch; `short` stands where the name is too long to show. */
export const KEY_ACTIONS = {
  issue: { icon: Hand, label: 'Issue Keys', short: 'Issue' },
  return: { icon: Undo2, label: 'Return Keys', short: 'Return' },
  found: { icon: SearchCheck, label: 'Mark as found', short: 'Found' },
  move: { icon: ArrowLeftRight, label: 'Move Keys', short: 'Move' },
  details: { icon: Info, label: 'Key Details', short: 'Details' },
} as const;

export type KeyAction = keyof typeof KEY_ACTIONS;

/** What the signed-in person may do with key bunches. */
export type KeyRights = Record<'add' | 'edit' | 'issue' | 'return' | 'move' | 'history', boolean>;

/** Asks once for a whole list; the answer stays the same object until a right changes. */
export function useKeyRights(): KeyRights {
  const may = useMay();
  const add = may(api.createKeyBunch.needs);
  const edit = may(api.updateKeyBunch.needs);
  const issue = may(api.issueKeyBunch.needs);
  const returning = may(api.returnKeyBunch.needs);
  // The call also serves the steps of a bulk move; the dialog's own move needs this one.
  const move = may('key:move');
  const history = may(api.getKeyBunchHistory.needs);
  return useMemo(
    () => ({ add, edit, issue, return: returning, move, history }),
    [add, edit, issue, returning, move, history],
  );
}

/** Issue when the status is not issued, return when it is, as far as one may; else nothing. */
function custodyAction({ status }: Pick<KeyBunch, 'status'>, rights: KeyRights): 'issue' | 'return' | null {
  if (status === 'issued') return rights.return ? 'return' : null;
  return rights.issue ? 'issue' : null;
}

/** What is done first with a bunch: a missing one is found, never issued by accident (D-20); else it changes hands. */
export function primaryAction(bunch: Pick<KeyBunch, 'status'>, rights: KeyRights): KeyAction | null {
  return bunch.status === 'missing' && rights.edit ? 'found' : custodyAction(bunch, rights);
}

/** All that one may do with a bunch, the first thing first. */
export function actionsOf(bunch: Pick<KeyBunch, 'status'>, rights: KeyRights): KeyAction[] {
  const first = primaryAction(bunch, rights);
  const custody = custodyAction(bunch, rights);
  const all = [first, custody, rights.move && 'move', 'details'] as const;
  return [...new Set(all.filter((kind) => kind !== null && kind !== false))];
}
