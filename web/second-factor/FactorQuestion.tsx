import type { Factors } from '../../shared/second-factor.ts';
import { useAction } from '../api/action.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { Ending, StepProps } from './step.ts';

type Props = StepProps & {
  ending: Ending;
  factors: Factors;
  /** Recovery codes that take the place of those before. */
  onCodes: (codes: readonly string[]) => void;
};

/** Asks before something that one signs in with ends. */
export function FactorQuestion({ ending, factors, open, onClose, onClosed, onCodes }: Props) {
  const removeApp = useAction('removeApp');
  const removePasskey = useAction('removePasskey');
  const renew = useAction('renewRecoveryCodes');

  async function go() {
    if (ending.kind === 'codes') {
      const outcome = await renew.run({ body: {} });
      return outcome.ok ? onCodes(outcome.reply.recoveryCodes) : onClose();
    }
    if (ending.kind === 'removeApp') await removeApp.run({});
    else await removePasskey.run({ params: { id: ending.passkey.id } });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      {...wordsOf(ending, factors)}
      danger={ending.kind !== 'codes'}
      pending={removeApp.pending || removePasskey.pending || renew.pending}
      onConfirm={() => void go()}
    />
  );
}

/** What follows when the only one ends. */
function thenOf({ app, passkeys, required, hasPassword }: Factors): string {
  if ((app ? 1 : 0) + passkeys.length !== 1) return '';
  if (required) return ' Your company requires a second factor, so set up another first.';
  return hasPassword ? ' From then on your password alone signs you in.' : '';
}

function wordsOf(ending: Ending, factors: Factors) {
  const then = thenOf(factors);
  switch (ending.kind) {
    case 'removeApp':
      return {
        title: 'Remove the authenticator app?',
        text: `Its codes no longer work.${then}`,
        confirmLabel: 'Remove',
      };
    case 'removePasskey':
      return {
        title: `Remove ${ending.passkey.name}?`,
        text: `This passkey no longer works.${then}`,
        confirmLabel: 'Remove',
      };
    case 'codes':
      return {
        title: 'Make new recovery codes?',
        text: 'The codes you have now no longer work.',
        confirmLabel: 'Make new codes',
      };
  }
}
