import type { Factors } from '../../shared/second-factor.ts';
import { AppDialog } from './AppDialog.tsx';
import { FactorQuestion } from './FactorQuestion.tsx';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import type { FactorStep, StepProps } from './step.ts';

type Props = StepProps & { step: FactorStep; factors: Factors; onNext: (step: FactorStep) => void };

/** The dialog of a step. */
export function FactorDialog({ step, factors, onNext, ...dialog }: Props) {
  const show = (codes: readonly string[]) => onNext({ kind: 'codesShown', codes });
  const added = (codes: readonly string[] | null) => (codes ? show(codes) : dialog.onClose());
  switch (step.kind) {
    case 'app':
      return <AppDialog {...dialog} replaces={factors.app !== null} onAdded={added} />;
    case 'passkey':
      return <PasskeyDialog {...dialog} onAdded={added} />;
    case 'codesShown':
      return <RecoveryCodes {...dialog} codes={step.codes} />;
    default:
      return <FactorQuestion {...dialog} ending={step} factors={factors} onCodes={show} />;
  }
}
