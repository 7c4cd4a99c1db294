import { type ComponentProps, useState } from 'react';
import { SIGN_IN_MESSAGES } from '../../shared/messages.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { whyRefused } from '../api/action.ts';
import { ApiError, call } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { TooltipProvider } from '../ui/overlay/Tooltip.tsx';
import { SecondStep } from './SecondStep.tsx';
import { storeRemembered, wasRemembered } from './sign-in.ts';

/** Asks for the password in a dialog over the page, so that unsaved input is kept. */
export function SignInAgain({ email, onDone }: { email: string; onDone: (signedIn: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(wasRemembered);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);

  async function signIn() {
    if (!password) return setError('Password is required');
    setPending(true);
    try {
      await call('logIn', { body: { email, password, remember } });
      storeRemembered(remember);
      onDone(true);
    } catch (refusal) {
      setPending(false);
      const secondFactors = refusal instanceof ApiError ? refusal.body.secondFactor : undefined;
      if (secondFactors) return setFactors(secondFactors);
      setError(whyRefused(refusal, SIGN_IN_MESSAGES.failed));
    }
  }

  if (factors)
    return (
      <SecondStepAgain
        email={email}
        factors={factors}
        onLeft={() => onDone(false)}
        onDone={() => {
          storeRemembered(remember);
          onDone(true);
        }}
        onBack={(why) => {
          setFactors(null);
          setError(why);
        }}
      />
    );
  return (
    <TooltipProvider>
      <Dialog
        open
        onOpenChange={() => onDone(false)}
        title="Sign in again"
        description={`Your session has ended. Sign in as ${email} to carry on where you left off.`}
        cancelLabel="Sign out"
        onSubmit={() => void signIn()}
        foot={
          <Button type="submit" variant="primary" pending={pending} pendingLabel="Signing In...">
            Sign In
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          <Field label="Password" error={error}>
            <PasswordInput
              value={password}
              autoComplete="current-password"
              data-autofocus=""
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Checkbox
            label="Remember me"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
            className="text-sm!"
          />
        </div>
      </Dialog>
    </TooltipProvider>
  );
}

type StepProps = ComponentProps<typeof SecondStep> & { email: string; onLeft: () => void };

/** The same dialog for the second step. */
const SecondStepAgain = ({ email, onLeft, ...step }: StepProps) => (
  <TooltipProvider>
    <Dialog
      open
      onOpenChange={onLeft}
      title="Sign in again"
      description={`Your second factor, to sign in as ${email}.`}
    >
      <SecondStep {...step} size="md" />
    </Dialog>
  </TooltipProvider>
);
