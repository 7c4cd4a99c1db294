import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { APPROVAL_DECIDED_CODE } from '../../shared/approval-words.ts';
import { firstNameOf } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { clockTime } from '../format.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useServerNow } from '../zone.ts';
import { isOpen, namesText } from './approval-text.ts';
import { OneQuestion, SeveralQuestions } from './Question.tsx';
import type { QuestionGroup } from './question-groups.ts';
import { useApprovalUpdates } from './requests.ts';

const VERBS = { issue: 'issue', hand_over: 'hand over', switch_off: 'switch it off' } as const;

type Props = {
  /** Answered together. */
  group: QuestionGroup;
  /** "1 of 3" of what waits; null for one. */
  place: string | null;
  open: boolean;
  onAnswered: () => void;
  onClose: () => void;
  onClosed?: () => void;
};

/** Asks an approver for their yes to one set, with all that is known of it, or to several at once; says how each ended once it has. */
export function ApprovalSheet({ group, place, open, onAnswered, onClose, onClosed }: Props) {
  const [approvals, setApprovals] = useState(group);
  const now = useServerNow();
  const offline = useOfflineSince() > 0;
  const waiting = approvals.filter((one) => one.state === 'waiting' && isOpen(one, now));
  useApprovalUpdates(
    waiting,
    (news) => setApprovals((last) => last.map((one) => news.find(({ id }) => id === one.id) ?? one)),
    'waiting',
  );
  const decide = useAction('decideApprovals', {
    messages: { done: null, failed: "Couldn't send your answer. Try again." },
    // Another approver was first, or it is over: the sheet says of which set.
    failure: ({ body }) =>
      body.items || body.code === APPROVAL_DECIDED_CODE
        ? { title: body.items ? 'Some of them are over. Nothing was sent.' : (body.message ?? '') }
        : undefined,
  });
  async function answer(yes: boolean) {
    const sent = await decide.run({ body: { ids: waiting.map(({ id }) => id), yes } });
    if (!sent.ok) return;
    onAnswered();
    onClose();
  }
  const [first] = approvals;
  if (!first) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      lead={<Avatar name={first.askedBy} size={44} />}
      title={`${first.askedBy} asks for your yes`}
      description={[place, whenText(approvals, now)].filter(Boolean).join(' · ')}
      sending={decide.pending}
      cancelLabel={null}
      foot={
        waiting.length === 0 ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Answers
            waiting={waiting}
            pending={decide.pending}
            offline={offline}
            onAnswer={(yes) => void answer(yes)}
          />
        )
      }
    >
      {offline && waiting.length > 0 && (
        <Notice variant="warning" className="mb-4" title="Offline">
          Answering needs a network.
        </Notice>
      )}
      {approvals.length === 1 ? (
        <OneQuestion approval={first} now={now} />
      ) : (
        <SeveralQuestions approvals={approvals} now={now} />
      )}
      {waiting.length > 0 && (
        <p className="mt-2 text-hint text-muted">
          Your name will be beside {firstNameOf(first.askedBy)}'s in the history.
        </p>
      )}
    </Dialog>
  );
}

/** "Manchester HQ · asked 18:02, ends 18:12": of several the last moment at which all can be answered, or used. */
function whenText(approvals: readonly Approval[], now: number): string {
  const places = [...new Set(approvals.map(({ keyBunch }) => keyBunch.location.name))];
  const [first] = approvals;
  if (!first) return '';
  const open = approvals.filter((one) => isOpen(one, now));
  const waiting = open.filter(({ state }) => state === 'waiting');
  const ends = (waiting.length > 0 ? waiting : open).map(({ expiresAt }) => expiresAt).sort()[0];
  const ended = first.endedAt ?? first.expiresAt;
  const asked = `asked ${clockTime(first.askedAt)}`;
  return `${namesText(places)} · ${asked}, ${ends ? `ends ${clockTime(ends)}` : `ended ${clockTime(ended)}`}`;
}

type AnswersProps = {
  waiting: readonly Approval[];
  pending: boolean;
  offline: boolean;
  onAnswer: (yes: boolean) => void;
};

function Answers({ waiting, pending, offline, onAnswer }: AnswersProps) {
  const [first] = waiting;
  const kind = first?.kind ?? 'issue';
  const several = waiting.length > 1;
  const what =
    kind === 'switch_off' && !several
      ? ''
      : ` ${several ? `all ${waiting.length}` : first?.keyBunch.identifier}`;
  return (
    <>
      <Button pending={pending} disabled={offline} onClick={() => onAnswer(false)}>
        {several ? 'No to all' : 'No'}
      </Button>
      <Button
        variant="primary"
        icon={Check}
        pending={pending}
        disabledReason={offline ? 'Answering needs a network.' : undefined}
        reasonIn="tooltip"
        onClick={() => onAnswer(true)}
        className="max-w-full phone:flex-[2]!"
      >
        Yes, {kind === 'switch_off' && several ? 'switch off' : VERBS[kind]}
        {what}
      </Button>
    </>
  );
}
