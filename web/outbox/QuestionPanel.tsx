import { Link } from '@tanstack/react-router';
import { ChevronLeft, Phone } from 'lucide-react';
import { useState } from 'react';
import type { OutboxQuestionDetail } from '../../shared/outbox.ts';
import type { OutboxAnswerKind } from '../../shared/outbox-words.ts';
import { firstNameOf } from '../../shared/user-name.ts';
import { detailOf, useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { Loaded } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { refusalOf } from '../api/refusal.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import {
  type Choice,
  choicesOf,
  questionOf,
  setOf,
  settledText,
  storyOf,
  storyTitle,
  unknownsText,
} from '../movement/question-words.ts';
import { telOf } from '../phone-number.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { FootBar } from '../ui/FootBar.tsx';
import { RadioCards } from '../ui/form/RadioCards.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { toast } from '../ui/overlay/toast.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { People, Story } from './Story.tsx';

const NEEDS_SIGNAL = 'Answering needs signal.';
const BOTH_STAY = 'Both entries stay in the history.';

/** One question about the keys: on a phone the whole screen, on a desktop a panel beside the list. */
export function QuestionPanel({ id, phone, onDone }: { id: number; phone: boolean; onDone: () => void }) {
  const read = useRead('getOutboxQuestion', { params: { id } });
  const Frame = phone ? PhoneQuestion : DeskQuestion;
  return (
    <>
      {phone && <PhoneHead question={read.data} />}
      <Loaded read={read} waiting={<Skeleton className="h-96 rounded-xl" />}>
        {(question) => <Frame key={question.id} question={question} onDone={onDone} />}
      </Loaded>
    </>
  );
}

type Props = { question: OutboxQuestionDetail; onDone: () => void };

/** The chosen answer and how it is sent. "On its hook" opens the return of the set, which sends it. */
function useAnswer({ question, onDone }: Props) {
  const me = useMe();
  const offline = useOfflineSince() > 0;
  const dialogs = useDialogState<KeyBunchDialog>();
  const settle = useAction('settleOutbox', { quiet: true });
  const [chosen, setChosen] = useState<OutboxAnswerKind | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { label } = useLabels();
  const choices = choicesOf(question, me.id, label);
  const choice = choices.find(({ answer }) => answer === chosen);
  async function send() {
    if (!choice) return;
    if (choice.answer === 'onHook')
      return dialogs.show({ kind: 'return', id: question.keyBunchId, settles: question.id });
    const sent = await settle.run({ params: { id: question.id }, body: { answer: choice.answer } });
    if (sent.ok) {
      toast({ title: choice.done, about: setOf(question), variant: 'success' });
      onDone();
      // Another answer was first: the question, which was read again, says which.
    } else if (sent.error.status !== 409) {
      const refused = refusalOf(sent.error, 'Nothing was recorded.');
      setRefusal([refused.message, detailOf(refused)].filter(Boolean).join('. '));
    }
  }
  return {
    choices,
    choice,
    offline,
    refusal,
    dialogs,
    onChoose: (answer: string) => {
      setChosen(answer as OutboxAnswerKind);
      setRefusal(null);
    },
    button: (
      <Button
        variant="primary"
        disabled={!choice || offline}
        pending={settle.pending}
        onClick={() => void send()}
      >
        {choice?.verb ?? 'Choose an answer'}
      </Button>
    ),
  };
}
type Answering = ReturnType<typeof useAnswer>;

/** The choices, none chosen at first; of a settled question who answered it, and how. */
function Choices({ question, answering }: { question: OutboxQuestionDetail; answering: Answering }) {
  const me = useMe();
  const { label } = useLabels();
  const settled = settledText(question, me.id, label);
  const unknowns = unknownsText(question, me.id);
  if (settled)
    return (
      <Notice variant="info" title={settled.title}>
        {settled.text}
      </Notice>
    );
  return (
    <>
      <RadioCards
        rows
        label={questionOf(question)}
        value={answering.choice?.answer ?? ''}
        onValueChange={answering.onChoose}
        cards={answering.choices.map(({ answer, title, text }: Choice) => ({
          value: answer,
          title,
          description: text,
        }))}
      />
      {!question.maySettle && (
        <p className="mt-3 text-label text-pretty text-muted">
          You may not record more than that at this location. A colleague who may answers it.
        </p>
      )}
      {unknowns && <p className="mt-3 text-label text-pretty text-muted">{unknowns}</p>}
      {answering.refusal && <Notice className="mt-3">{answering.refusal}</Notice>}
    </>
  );
}

function useStory(question: OutboxQuestionDetail) {
  const { label } = useLabels();
  return storyOf(question, label);
}

function DeskQuestion(props: Props) {
  const { question } = props;
  const answering = useAnswer(props);
  const { now, opens } = question;
  return (
    <Panel aria-label={setOf(question)}>
      <header className="flex min-h-12 items-center gap-2 border-b px-4 py-2">
        <h2 className="text-lead font-semibold">{setOf(question)}</h2>
        <span className="min-w-0 flex-1 truncate text-label text-muted">{opens}</span>
        {now && <StatusBadge status={now.status} />}
      </header>
      <div className="grid xl:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-5 px-5 py-5">
          <h3 className="text-label text-muted">{storyTitle(question)}</h3>
          <Story lines={useStory(question)} />
          <People people={question.people} />
        </div>
        <div className="border-t bg-soft/40 px-5 py-5 xl:border-t-0 xl:border-l">
          <h3 className="mb-4 text-lead font-semibold">{questionOf(question)}</h3>
          <Choices question={question} answering={answering} />
        </div>
      </div>
      {!question.settled && (
        <footer className="flex items-center justify-between gap-4 border-t px-5 py-3">
          <p className="text-label text-muted">{answering.offline ? NEEDS_SIGNAL : BOTH_STAY}</p>
          {answering.button}
        </footer>
      )}
      <KeyBunchDialogs state={answering.dialogs} />
    </Panel>
  );
}

/** The question's own header on a phone, with the way back. */
function PhoneHead({ question }: { question: OutboxQuestionDetail | undefined }) {
  return (
    <div
      data-own-head=""
      className="sticky top-0 z-20 low:static -mx-4 -mt-4 mb-4 border-b bg-panel pt-[env(safe-area-inset-top)]"
    >
      <div className="flex min-h-14 items-center gap-2 pr-4 pl-1">
        <Link
          to="/outbox"
          search={{}}
          aria-label="Back to Outbox"
          className="grid size-11 shrink-0 place-items-center rounded-lg text-fg"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-[0.9375rem]/5 font-semibold tracking-tight">
            {question ? setOf(question) : 'Outbox'}
          </h1>
          <p className="truncate text-label text-muted">{question?.opens}</p>
        </div>
        {question?.now && <StatusBadge status={question.now.status} />}
      </div>
    </div>
  );
}

function PhoneQuestion(props: Props) {
  const { question } = props;
  const answering = useAnswer(props);
  const first = question.people.find(({ phone }) => phone);
  return (
    <>
      <h2 className="mb-3 text-lead font-semibold">{storyTitle(question)}</h2>
      <Panel className="grid grid-cols-1 gap-4 p-4">
        <Story lines={useStory(question)} />
        <People people={question.people} />
      </Panel>
      <h2 className="mt-6 mb-3 text-[1.375rem]/7 font-semibold tracking-tight">{questionOf(question)}</h2>
      <Choices question={question} answering={answering} />
      {!question.settled && <p className="mt-3 text-label text-muted">{BOTH_STAY}</p>}
      <FootBar note={!question.settled && answering.offline && NEEDS_SIGNAL}>
        {question.settled ? (
          <Link to="/outbox" search={{}} data-button="" className={buttonClass({ variant: 'primary' })}>
            Back to Outbox
          </Link>
        ) : (
          <>
            {first?.phone && (
              <a href={telOf(first.phone)} data-button="" className={buttonClass()}>
                <Phone aria-hidden className="size-[18px]" />
                Call {firstNameOf(first.name)}
              </a>
            )}
            {answering.button}
          </>
        )}
      </FootBar>
      <KeyBunchDialogs state={answering.dialogs} />
    </>
  );
}
