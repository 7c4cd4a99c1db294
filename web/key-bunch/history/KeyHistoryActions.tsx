import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { Button } from '../../ui/Button.tsx';
import { KEY_ACTIONS, type KeyAction } from '../key-actions.ts';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';
import { custodyAction, useKeyRights } from '../key-rights.ts';

/** What can be done with the bunch whose history one reads, what changes hands last as the primary; `only` some of it. */
export function KeyHistoryActions({
  bunch,
  onAct,
  only = ['details', 'move', 'issue', 'return'],
}: {
  bunch: KeyBunch;
  onAct: (dialog: KeyBunchDialog) => void;
  only?: readonly KeyAction[];
}) {
  const rights = useKeyRights();
  const hand = custodyAction(bunch, rights);
  const kinds: (KeyAction | null)[] = ['details', rights.move ? 'move' : null, hand];
  return kinds.map(
    (kind) =>
      kind &&
      only.includes(kind) && (
        <Button
          key={kind}
          variant={kind === hand ? 'primary' : 'secondary'}
          icon={KEY_ACTIONS[kind].icon}
          onClick={() => onAct({ kind, id: bunch.id })}
        >
          {KEY_ACTIONS[kind].label}
        </Button>
      ),
  );
}
