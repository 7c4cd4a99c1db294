import { useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/** Asks for the password over whatever was being filled in, so that nothing typed is lost (DECISIONS S-05). */
export function SignInAgain({ email, onDone }: { email: string; onDone: (signedIn: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function signIn() {
    if (!password) return setError('Password is required');
    setPending(true);
    try {
      await call('logIn', { body: { email, password } });
      onDone(true);
    } catch {
      setError('Invalid email or password');
      setPending(false);
    }
  }

  return (
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
      <Field label="Password" error={error}>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          data-autofocus=""
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
