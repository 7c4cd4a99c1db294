import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { Button } from '../../ui/Button.tsx';
import { KEY_ACTIONS, type KeyAction } from '../key-actions.ts';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';
import { actionsOf, primaryAction, useKeyRights } from '../key-rights.ts';

/** What can be done with the bunch whose history one reads, the first thing last and as the primary; `only` some of it. */
export function KeyHistoryActions({
  bunch,
  onAct,
  only = ['details', 'move', 'issue', 'return', 'found'],
}: {
  bunch: KeyBunch;
  onAct: (dialog: KeyBunchDialog) => void;
  only?: readonly KeyAction[];
}) {
  const rights = useKeyRights();
  const first = primaryAction(bunch, rights);
  // From the thumb's end backwards: the details come first.
  const kinds = actionsOf(bunch, rights).reverse();
  return kinds.map(
    (kind) =>
      only.includes(kind) && (
        <Button
          key={kind}
          variant={kind === first ? 'primary' : 'secondary'}
          icon={KEY_ACTIONS[kind].icon}
          onClick={() => onAct({ kind, id: bunch.id })}
        >
          {KEY_ACTIONS[kind].label}
        </Button>
      ),
  );
}
