import { useState } from 'react';
import { useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';
import { PageAlert } from './PageAlert.tsx';
import { SecondStep } from './SecondStep.tsx';
import { type Second, signIn } from './sign-in.ts';

const SIGNED_OUT = 'All sessions of this account have been signed out.';

export interface PasswordSetProps {
  email: string;
  password: string;
  /** It is the first password of this account. */
  first: boolean;
}

/** The password is set: go on with it, or as whoever is signed in here already. */
export function PasswordSet({ email, password, first }: PasswordSetProps) {
  const session = useSession();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [second, setSecond] = useState<Second | null>(null);
  const me = session.state === 'in' || session.state === 'noCompany' ? session.me : null;
  const own = me?.email === email;

  async function goOn() {
    setPending(true);
    if (own) return window.location.assign('/');
    const end = await signIn({ email, password }, { fallback: 'Login failed' });
    setPending(false);
    setFailure(end.failure ?? null);
    setSecond(end.second ?? null);
  }

  return (
    <AccountFrame
      announced
      title="Your password has been set"
      lead={first ? 'Your account is ready.' : own ? 'Your other sessions have been signed out.' : SIGNED_OUT}
    >
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        {me && !own && (
          <p className="mb-4 text-sm/6 text-pretty text-muted">
            You are signed in here as <span className="font-medium break-words text-fg">{me.email}</span>.
            Continuing will sign that account out.
          </p>
        )}
        {second ? (
          <SecondStep
            factors={second.factors}
            onDone={second.finish}
            onBack={(why) => {
              setSecond(null);
              setFailure(why ?? null);
            }}
          />
        ) : (
          <Button
            block
            variant="primary"
            size="xl"
            pending={pending}
            pendingLabel={own ? undefined : 'Signing In...'}
            className="text-[15px]!"
            onClick={() => void goOn()}
          >
            {own ? 'Continue' : me ? `Sign In as ${email}` : 'Sign In'}
          </Button>
        )}
      </AccountCard>
    </AccountFrame>
  );
}
