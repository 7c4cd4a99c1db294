import { CornerDownRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OneRoomHandover, RoomDifference } from '../../shared/room-handover.ts';
import { answerText, differenceText } from '../../shared/room-handover-text.ts';
import type { RoomWord } from '../../shared/room-handover-words.ts';
import { useAction } from '../api/action.ts';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { AnswerDialog, type Answered } from './AnswerDialog.tsx';
import { inOrder, knownText, wordsFor } from './handover-text.ts';
import { Step, StepLine } from './Steps.tsx';
import { showReply, useMomentText, useNowOf } from './use-handover.ts';

/** Rows that are shown at once. */
const SHOWN = 50;

type Props = {
  handover: OneRoomHandover;
  /** Whether answers that were given can still be changed. */
  editable: boolean;
};

/** The second step: each set that differs, and what becomes of it. */
export function SettleStep({ handover, editable }: Props) {
  const { settle, unanswered, state, check } = handover;
  const differences = handover.differences ?? settle.length;
  const dialog = useDialogState<Answered>();
  const [all, setAll] = useState(false);
  const rows = settle.length > SHOWN && !all ? settle.slice(0, SHOWN) : inOrder(settle);
  const open = settle.filter(({ answer }) => !answer);
  const isOpen = state === 'open';
  return (
    <Step
      number={2}
      title="What differs"
      state={isOpen && unanswered > 0 ? 'now' : check || !isOpen ? 'done' : 'later'}
      right={
        <>
          <span role="status">
            {differences === 0
              ? 'Nothing differs.'
              : unanswered > 0
                ? `${unanswered.toLocaleString()} of ${differences.toLocaleString()} still open`
                : `${differences.toLocaleString()} to take over`}
          </span>
          {isOpen && open.length > 1 && (
            <button type="button" className={linkClass} onClick={() => dialog.show({ items: open })}>
              Same word for {differences > settle.length ? 'these' : 'all'}{' '}
              {open.length.toLocaleString('en-US')}
            </button>
          )}
        </>
      }
    >
      {settle.length > 0 && (
        <ul>
          {rows.map((one) => (
            <li key={one.keyBunchId}>
              <Difference one={one} handover={handover} editable={editable} onAsk={dialog.show} />
            </li>
          ))}
        </ul>
      )}
      {settle.length > rows.length && (
        <StepLine>
          <button type="button" className={linkClass} onClick={() => setAll(true)}>
            Show all {count(settle.length, 'set')}
          </button>
        </StepLine>
      )}
      {dialog.shown && (
        <AnswerDialog
          key={dialog.shown.turn}
          {...dialog.props}
          id={handover.id}
          about={dialog.shown.about}
          settle={settle}
        />
      )}
    </Step>
  );
}

type DifferenceProps = Props & { one: RoomDifference; onAsk: (about: Answered) => void };

function Difference({ one, handover, editable, onAsk }: DifferenceProps) {
  const [at, moment] = [useNowOf(handover), useMomentText()];
  const answer = useAction('answerRoomHandover');
  const chip = useRef<HTMLButtonElement>(null);
  const acted = useRef(false);
  const isOpen = handover.state === 'open';
  const signedAt = handover.outgoing?.signedAt;
  // What was said after the outgoing person signed is not part of their signature.
  const changeable = editable || (isOpen && signedAt && one.answer && one.answer.at > signedAt);
  const what = differenceText(one, at, moment);
  const known = knownText(one, moment);
  const said = one.answer && answerText(one.answer, handover.incoming?.name ?? null, moment);
  useEffect(() => {
    if (!said || !acted.current) return;
    acted.current = false;
    chip.current?.focus();
  }, [said]);
  async function look() {
    acted.current = true;
    const items = [{ keyBunchId: one.keyBunchId, saidAt: one.answer?.at ?? null }];
    const sent = await answer.run({ params: { id: handover.id }, body: { items, word: 'look' } });
    if (sent.ok) showReply(sent.reply);
  }
  const ask = (word?: RoomWord) => onAsk({ items: [one], ...(word && { word }) });
  return (
    <StepLine className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <b className="font-semibold">{one.identifier}</b> <span className="text-muted">· {what}</span>
        <span className="block text-hint text-pretty text-muted">{known}</span>
      </p>
      {said === null && isOpen && (
        <Words one={one} pending={answer.pending} onLook={() => void look()} onAsk={ask} />
      )}
      {said !== null && changeable && (
        <Button
          ref={chip}
          size="sm"
          icon={CornerDownRight}
          aria-label={`Change what becomes of ${one.identifier}: ${said}`}
          onClick={() => ask(one.answer?.word)}
        >
          {said}
        </Button>
      )}
      {said !== null && !changeable && (
        <p className="flex items-center gap-2 text-hint font-medium">
          <CornerDownRight aria-hidden className="size-3.5 text-muted" />
          {said}
        </p>
      )}
    </StepLine>
  );
}

type WordsProps = {
  one: RoomDifference;
  pending: boolean;
  onLook: () => void;
  onAsk: (word: RoomWord) => void;
};

/** The words that fit: what is out is taken over by a person, what is not seen is looked for or reported missing. */
function Words({ one, pending, onLook, onAsk }: WordsProps) {
  const words = wordsFor([one], useMay()('key:edit'));
  const { identifier } = one;
  return (
    <div className="flex flex-wrap gap-2">
      {words.includes('look') && (
        <Button size="sm" pending={pending} aria-label={`Look for it: ${identifier}`} onClick={onLook}>
          Look for it
        </Button>
      )}
      <Button size="sm" aria-label={`A person... takes over ${identifier}`} onClick={() => onAsk('person')}>
        A person...
      </Button>
      {words.includes('missing') && (
        <Button size="sm" aria-label={`Report missing: ${identifier}`} onClick={() => onAsk('missing')}>
          Report missing
        </Button>
      )}
    </div>
  );
}
