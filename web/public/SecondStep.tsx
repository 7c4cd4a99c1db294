import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Factor } from '../../shared/second-factor.ts';
import { whyRefused } from '../api/action.ts';
import { ApiError, call } from '../api/call.ts';
import { FactorField, OtherFactors, useFactorAnswer, whyNoPasskey } from '../second-factor/FactorAnswer.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';

type Props = {
  /** Factors offered, in this order. */
  factors: readonly Factor[];
  /** `xl` (48 px) on a separate page. */
  size?: 'md' | 'xl' | undefined;
  /** Called after sign-in. The button stays pending because the page is left. */
  onDone: () => void;
  /** Called to start again with the password; `why` is set when the server requires it. */
  onBack: (why?: string) => void;
};

/** Second step of a sign-in: a passkey, an authenticator code or a recovery code. */
export function SecondStep({ factors, size = 'xl', onDone, onBack }: Props) {
  const answer = useFactorAnswer(factors);
  const { factor, missing } = answer;
  const [failed, setFailed] = useState<{ factor: Factor; why: string }>();
  const [pending, setPending] = useState(false);
  const fail = (why: string) => setFailed({ factor, why });

  async function send() {
    setFailed(undefined);
    if (missing) return fail(missing);
    setPending(true);
    try {
      await call('answerSecondFactor', { body: await answer.answer('beginPasskeySignIn') });
      onDone();
    } catch (refusal) {
      setPending(false);
      if (refusal instanceof ApiError && refusal.status === 401) return onBack(refusal.body.message);
      fail(factor === 'passkey' ? whyNoPasskey(refusal) : whyRefused(refusal, 'Incorrect code'));
    }
  }

  return (
    <form
      noValidate
      aria-label="Second step"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!pending) void send();
      }}
    >
      <FactorField
        {...{ answer, size, pending }}
        focus
        error={failed?.factor === factor ? failed.why : undefined}
      />
      <Button
        key={factor}
        block
        type="submit"
        variant="primary"
        size={size}
        autoFocus={factor === 'passkey'}
        icon={factor === 'passkey' ? KeyRound : undefined}
        pending={pending}
        pendingLabel="Signing In..."
        className={size === 'xl' ? 'text-[0.9375rem]!' : ''}
      >
        {factor === 'passkey' ? 'Continue with passkey' : 'Sign In'}
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
        <OtherFactors answer={answer} />
        <button type="button" className={linkClass} onClick={() => onBack()}>
          Start again
        </button>
      </div>
      <p className="text-hint text-pretty text-muted">
        Lost what you sign in with? Use a recovery code, or ask an administrator to reset your second factor.
      </p>
    </form>
  );
}
