import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Factor } from '../../shared/second-factor.ts';
import { ApiError, call } from '../api/call.ts';
import { askForPasskey, knowsPasskeys, whyNoPasskey } from '../second-factor/passkey.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = {
  /** What may be asked for, in the order in which it is offered. */
  factors: readonly Factor[];
  /** 48 high on a page of its own. */
  size?: 'md' | 'xl' | undefined;
  /** The session has begun. The button goes on spinning: the page is left. */
  onDone: () => void;
  /** It begins with the password again; `why` when that is not the person's own wish. */
  onBack: (why?: string) => void;
};

const OTHERS: Record<Factor, string> = {
  passkey: 'Use a passkey',
  app: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};
const FIELDS = {
  app: {
    label: 'Code',
    hint: 'The 6 digits from your authenticator app.',
    name: 'code',
    missing: 'Enter the 6 digits from your authenticator app',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you kept when you set up your second factor. Each works once.',
    name: 'recoveryCode',
    missing: 'Enter a recovery code',
  },
} as const;

/** The second step of a sign-in: a passkey, a code or a recovery code. */
export function SecondStep({ factors, size = 'xl', onDone, onBack }: Props) {
  const offered = factors.filter((factor) => factor !== 'passkey' || knowsPasskeys());
  const [factor, setFactor] = useState<Factor>(offered[0] ?? 'recovery');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  function choose(next: Factor) {
    setFactor(next);
    setTyped('');
    setError(undefined);
  }

  async function send() {
    setError(undefined);
    if (factor !== 'passkey' && !typed.trim()) return setError(FIELDS[factor].missing);
    setPending(true);
    try {
      await call('answerSecondFactor', { body: await answerOf(factor, typed) });
      onDone();
    } catch (refusal) {
      setPending(false);
      if (refusal instanceof ApiError && refusal.status === 401) return onBack(refusal.body.message);
      setError(factor === 'passkey' ? whyNoPasskey(refusal) : reasonOf(refusal));
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
      <Asked {...{ factor, size, typed, error, pending }} onType={setTyped} />
      <Button
        block
        type="submit"
        variant="primary"
        size={size}
        autoFocus={factor === 'passkey'}
        icon={factor === 'passkey' ? KeyRound : undefined}
        pending={pending}
        pendingLabel="Signing In..."
        className={size === 'xl' ? 'text-[15px]!' : ''}
      >
        {factor === 'passkey' ? 'Continue with passkey' : 'Sign In'}
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
        {offered
          .filter((other) => other !== factor)
          .map((other) => (
            <button key={other} type="button" className={linkClass} onClick={() => choose(other)}>
              {OTHERS[other]}
            </button>
          ))}
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

type AskedProps = {
  factor: Factor;
  size: 'md' | 'xl';
  typed: string;
  error: string | undefined;
  pending: boolean;
  onType: (typed: string) => void;
};

/** The field of a code, or the words about the passkey that the browser asks for. */
function Asked({ factor, size, typed, error, pending, onType }: AskedProps) {
  if (factor === 'passkey')
    return (
      <>
        <p className="text-sm/6 text-pretty text-muted">
          Use the fingerprint, face, PIN or security key that you set up as your passkey.
        </p>
        {error && <Notice>{error}</Notice>}
      </>
    );
  const { label, hint } = FIELDS[factor];
  return (
    <Field key={factor} label={label} hint={hint} error={error} size={size}>
      <Input
        autoFocus
        value={typed}
        onChange={(event) => onType(event.target.value)}
        readOnly={pending}
        inputMode={factor === 'app' ? 'numeric' : 'text'}
        autoComplete={factor === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono tracking-wider"
      />
    </Field>
  );
}

async function answerOf(factor: Factor, typed: string) {
  if (factor === 'app') return { code: typed };
  if (factor === 'recovery') return { recoveryCode: typed };
  const options = (await call('beginPasskeySignIn', { body: {} })).data;
  return { passkey: { ...(await askForPasskey(options)) } };
}

function reasonOf(error: unknown): string {
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: {} };
  if (status === 0) return 'No connection. Check your signal and try again.';
  if (status >= 500) return 'Keyhold has a problem. Try again in a moment.';
  return body.errors?.code ?? body.errors?.recoveryCode ?? body.message ?? 'This code is not right';
}
