import { ArrowLeftRight, CalendarClock, Ellipsis, Hand, Info, SearchCheck, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { useMay, useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx';
import type { KeyBunchDialog } from './BunchDialog.tsx';

/** Icons and names of the actions on a bunch; `short` for narrow places. */
export const KEY_ACTIONS = {
  issue: { icon: Hand, label: 'Issue Keys', short: 'Issue' },
  return: { icon: Undo2, label: 'Return Keys', short: 'Return' },
  found: { icon: SearchCheck, label: 'Mark as found', short: 'Found' },
  move: { icon: ArrowLeftRight, label: 'Move Keys', short: 'Move' },
  details: { icon: Info, label: 'Key Details', short: 'Details' },
} as const;

export type KeyAction = keyof typeof KEY_ACTIONS;

/** The signed-in user's permissions for key bunches. */
export type KeyRights = Record<'add' | 'edit' | 'issue' | 'return' | 'move' | 'history', boolean>;

/** Computed once per list; stable until a permission changes. */
export function useKeyRights(): KeyRights {
  const may = useMay();
  const add = may(api.createKeyBunch.needs);
  const edit = may(api.updateKeyBunch.needs);
  const issue = may(api.issueKeyBunch.needs);
  const returning = may(api.returnKeyBunch.needs);
  // The call also accepts bulk moves; the dialog needs the single move's permission.
  const move = may('key:move');
  const history = may(api.getKeyBunchHistory.needs);
  return useMemo(
    () => ({ add, edit, issue, return: returning, move, history }),
    [add, edit, issue, returning, move, history],
  );
}

/** Whether the caller may reserve, for themselves at least. */
export function useMayReserve(): boolean {
  const [may, session] = [useMay(), useSession()];
  return (
    may(api.pickReservations.needs) || (session.state === 'in' && session.company?.staffReserve !== false)
  );
}

/** Issue or return, by status and permission; else null. */
function custodyAction({ status }: Pick<KeyBunch, 'status'>, rights: KeyRights): 'issue' | 'return' | null {
  if (status === 'issued') return rights.return ? 'return' : null;
  return rights.issue ? 'issue' : null;
}

/** The main action of a bunch: found for a missing one (D-20), else issue or return. */
export function primaryAction(bunch: Pick<KeyBunch, 'status'>, rights: KeyRights): KeyAction | null {
  return bunch.status === 'missing' && rights.edit ? 'found' : custodyAction(bunch, rights);
}

/** All permitted actions, the main one first. */
export function actionsOf(bunch: Pick<KeyBunch, 'status'>, rights: KeyRights): KeyAction[] {
  const first = primaryAction(bunch, rights);
  const custody = custodyAction(bunch, rights);
  const all = [first, custody, rights.move && 'move', 'details'] as const;
  return [...new Set(all.filter((kind) => kind !== null && kind !== false))];
}

/**
 * A row's main action as a button, and a menu of all actions, mounted on first press. Read-only users get Details as the button. Buttons of
 * a column have the same width.
 */
export function KeyBunchRowActions({
  bunch,
  rights,
  onAct,
  describedBy,
}: {
  bunch: KeyBunch;
  rights: KeyRights;
  onAct: (dialog: KeyBunchDialog) => void;
  describedBy: string;
}) {
  const kinds = actionsOf(bunch, rights);
  const mayReserve = useMayReserve();
  const first = kinds[0] ?? 'details';
  const { icon, label, short } = KEY_ACTIONS[first];
  const entry = (kind: KeyAction): MenuEntry => ({
    label: KEY_ACTIONS[kind].label,
    icon: KEY_ACTIONS[kind].icon,
    onSelect: () => onAct({ kind, id: bunch.id }),
  });
  return (
    <div className="flex items-center justify-end lg:gap-1">
      <Button
        size="sm"
        icon={icon}
        aria-label={label}
        aria-describedby={describedBy}
        onClick={() => onAct({ kind: first, id: bunch.id })}
        className="w-[88px] px-0! touch:w-[98px] max-lg:w-[66px]! max-lg:[&>svg]:hidden"
      >
        {short}
      </Button>
      {kinds.length > 1 && (
        <Menu
          lazy
          trigger={
            <IconButton icon={Ellipsis} label="More actions" aria-describedby={describedBy} tooltip={false} />
          }
          entries={[
            ...kinds.map(entry),
            ...(mayReserve
              ? [{ label: 'Reserve', icon: CalendarClock, onSelect: () => onAct({ kind: 'reserve', bunch }) }]
              : []),
          ]}
        />
      )}
    </div>
  );
}
