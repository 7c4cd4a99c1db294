import { Check } from 'lucide-react';
import { useState } from 'react';
import { sumText } from '../../../shared/receipt-text.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { dueWords, useDueOptions } from '../../custody/due-choices.ts';
import { useSession } from '../../session.tsx';
import { linkClass } from '../../ui/classes.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { peopleOf } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';

const SignDialog = lazyDialog(() => import('../work/SignDialog.tsx'), 'SignDialog');

/** What the person signs for, shown before they sign. */
function SignedFor({ desk }: { desk: Desk }) {
  const { state, context } = desk;
  const session = useSession();
  const lines = countedLines(state, context);
  const options = useDueOptions(lines.map(({ bunch }) => bunch));
  const sum = sumText(
    lines.map(({ bunch, counted }) => ({
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keysCounted: counted?.keys ?? null,
      fobsCounted: counted?.fobs ?? null,
      undone: false,
    })),
  );
  const terms = session.state === 'in' ? session.company?.receiptTerms : null;
  const due = dueWords(state.due, options, context.now, context.zone);
  return (
    <div className="grid max-h-48 gap-1.5 overflow-y-auto rounded-xl bg-soft px-4 py-3 text-label">
      <p className="font-semibold">
        {`${sum.sets}, ${sum.contents}${state.mode === 'issue' ? `, ${due}` : ', returned'}`}
      </p>
      <p className="tabular-nums">{lines.map(({ bunch }) => bunch.identifier).join(', ')}</p>
      {terms && <p className="text-pretty whitespace-pre-line text-muted">{terms}</p>}
    </div>
  );
}

/** Opens the signature pad, loaded on demand; once signed, shows the name and can clear it. */
export function SignButton({ desk, className = linkClass }: { desk: Desk; className?: string }) {
  const { state, context, send } = desk;
  const [shown, setShown] = useState({ open: false, turn: 0 });
  const offline = useOfflineSince() > 0;
  const { signature } = state;
  const [most] = peopleOf(countedLines(state, context));
  const signer = state.person?.name ?? (state.mode === 'return' ? most?.name : '') ?? '';
  return (
    <>
      {signature ? (
        <button
          type="button"
          className={className}
          onClick={() => send({ type: 'detailsChanged', change: { signature: null } })}
        >
          <Check aria-hidden className="mr-1 inline size-3.5" />
          Signed by {signature.signer}. Remove
        </button>
      ) : offline ? (
        <span className="text-hint text-muted">Signing needs a network.</span>
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
        <SignDialog
          key={shown.turn}
          signer={signer}
          about={<SignedFor desk={desk} />}
          open={shown.open}
          onClose={() => setShown((last) => ({ ...last, open: false }))}
          onSigned={(signed) => send({ type: 'detailsChanged', change: { signature: signed } })}
        />
      )}
    </>
  );
}
