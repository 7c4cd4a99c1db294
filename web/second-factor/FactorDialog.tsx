import type { Factors, Passkey } from '../../shared/second-factor.ts';
import { useAction } from '../api/action.ts';
import { AppDialog } from './AppDialog.tsx';
import { CodesDialog } from './CodesDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { PasskeyDialog } from './PasskeyDialog.tsx';

/** What somebody does with their second factors. */
export type FactorStep =
  | { kind: 'app' }
  | { kind: 'removeApp' }
  | { kind: 'passkey' }
  | { kind: 'removePasskey'; passkey: Passkey }
  | { kind: 'codes' }
  | { kind: 'codesShown'; codes: readonly string[] };

type Props = {
  step: FactorStep;
  factors: Factors;
  onNext: (step: FactorStep) => void;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

const LAST = 'From then on your password alone signs you in.';

/** The dialog of a step. */
export function FactorDialog({ step, factors, onNext, ...dialog }: Props) {
  const removeApp = useAction('removeApp', { quiet: true });
  const removePasskey = useAction('removePasskey', { quiet: true });
  const renew = useAction('renewRecoveryCodes', { quiet: true });
  const { onClose } = dialog;
  const added = (codes: readonly string[] | null) =>
    codes ? onNext({ kind: 'codesShown', codes }) : onClose();
  const shared = { ...dialog, factors };
  const last = (factors.app ? 1 : 0) + factors.passkeys.length === 1;
  switch (step.kind) {
    case 'app':
      return <AppDialog {...shared} onAdded={added} />;
    case 'passkey':
      return <PasskeyDialog {...dialog} onAdded={added} />;
    case 'removeApp':
      return (
        <ConfirmDialog
          {...shared}
          title="Remove the authenticator app?"
          text={`Its codes no longer work. ${last ? LAST : ''} Say again who you are.`}
          submitLabel="Remove"
          danger
          send={(body) => removeApp.run({ body })}
          onDone={onClose}
        />
      );
    case 'removePasskey':
      return (
        <ConfirmDialog
          {...shared}
          title={`Remove ${step.passkey.name}?`}
          text={`This passkey no longer works. ${last ? LAST : ''} Say again who you are.`}
          submitLabel="Remove"
          danger
          send={(body) => removePasskey.run({ params: { id: step.passkey.id }, body })}
          onDone={onClose}
        />
      );
    case 'codes':
      return (
        <ConfirmDialog
          {...shared}
          title="Make new recovery codes?"
          text="The codes you have now no longer work. Say again who you are."
          submitLabel="Make new codes"
          send={(body) => renew.run({ body })}
          onDone={({ recoveryCodes: codes }) => onNext({ kind: 'codesShown', codes })}
        />
      );
    case 'codesShown':
      return <CodesDialog {...dialog} codes={step.codes} />;
  }
}
