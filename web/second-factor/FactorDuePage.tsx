import { useState } from 'react';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Wordmark.tsx';
import { hasOne, SecondFactor } from './SecondFactor.tsx';

/** The company requires a second factor: the user sets one up before anything else, or signs out. */
export function FactorDuePage() {
  const { data } = useRead('getFactors');
  const logOut = useAction('logOut');
  const [going, setGoing] = useState(false);
  const ready = data !== undefined && hasOne(data);

  async function leave() {
    const outcome = await logOut.run({ body: {} });
    if (outcome.ok) window.location.assign('/login');
  }
  function goOn() {
    setGoing(true);
    window.location.reload();
  }

  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[520px] content-center gap-4 px-4 py-12">
      <header>
        <Mark size={40} />
        <h1 className="mt-4 text-[1.375rem]/7 font-semibold tracking-[-0.025em]">Set up a second factor</h1>
        <p className="mt-1.5 text-sm/6 text-pretty text-muted">
          Your company requires one for your role. Set up an authenticator app or a passkey to go on.
        </p>
      </header>
      <SecondFactor headless />
      <div className="flex justify-end gap-2 phone:flex-col-reverse">
        <Button size="lg" pending={logOut.pending} onClick={() => void leave()}>
          Sign out
        </Button>
        <Button size="lg" variant="primary" disabled={!ready} pending={going} onClick={goOn}>
          Continue
        </Button>
      </div>
    </main>
  );
}
