import { Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { linkClass } from '../../ui/link-class.ts';
import { peopleOf } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';

const SignDialog = lazy(() => import('../signature/SignDialog.tsx').then((m) => ({ default: m.SignDialog })));

/** Opens the pad; once signed it says by whom, and takes it back. The pad is fetched when it is wanted. */
export function SignButton({ desk, className = linkClass }: { desk: Desk; className?: string }) {
  const { state, around, send } = desk;
  const [shown, setShown] = useState({ open: false, turn: 0 });
  const { signature } = state;
  const [most] = peopleOf(countedLines(state, around));
  const signer = state.person?.name ?? (state.mode === 'return' ? most?.name : '') ?? '';
  return (
    <>
      {signature ? (
        <button
          type="button"
          className={className}
          onClick={() => send({ type: 'told', change: { signature: null } })}
        >
          <Check aria-hidden className="mr-1 inline size-3.5" />
          Signed by {signature.signer}. Remove
        </button>
      ) : (
        <button
          type="button"
          className={className}
          onClick={() => setShown(({ turn }) => ({ open: true, turn: turn + 1 }))}
        >
          Sign on screen
        </button>
      )}
      {shown.turn > 0 && (
        <Suspense>
          <SignDialog
            key={shown.turn}
            signer={signer}
            open={shown.open}
            onClose={() => setShown((last) => ({ ...last, open: false }))}
            onSigned={(signed) => send({ type: 'told', change: { signature: signed } })}
          />
        </Suspense>
      )}
    </>
  );
}
