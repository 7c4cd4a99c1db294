import { Ellipsis } from 'lucide-react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx';
import type { KeyBunchDialog } from './BunchDialog.tsx';
import { actionsOf, KEY_ACTIONS, type KeyAction, type KeyRights } from './key-rights.ts';

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
          entries={kinds.map(entry)}
        />
      )}
    </div>
  );
}
