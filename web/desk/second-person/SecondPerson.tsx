import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { NO_APPROVER_CODE } from '../../../shared/approval-words.ts';
import type { RefusedItem } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { ApproverDialog } from '../../approval/ApproverDialog.tsx';
import { isOpen, whyNot } from '../../approval/approval-text.ts';
import { takeBack, useApprovalUpdates } from '../../approval/requests.ts';
import { dueToSend, dueWords, useDueOptions } from '../../custody/due-choices.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import type { Asked } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';

// Loaded with the rest, in one file.
export { WaitingLine } from './WaitingLine.tsx';

/** The second person at the desk: what is decided elsewhere about sets of the list, and the number of an approver who is here. */
export function SecondPerson({ desk }: { desk: Desk }) {
  useDecisions(desk);
  const { approver } = desk.state;
  const last = useRef(approver);
  if (approver) last.current = approver;
  return (
    last.current && (
      <ApprovalAtDesk key={last.current.id} desk={desk} approver={last.current} open={approver !== null} />
    )
  );
}

/** Applies what others decided to the lines. */
function useDecisions({ state, context, send }: Desk): void {
  const open = state.lines.flatMap((line): Asked[] =>
    line.asked && isOpen(line.asked, context.now) ? [line.asked] : [],
  );
  useApprovalUpdates(open, (approvals) => send({ type: 'approvalsRead', approvals }));
}

type AtDeskProps = { desk: Desk; approver: Holder; open: boolean };

/** The number of the person whose badge was scanned: their yes to all sets of the list that wait for one. */
function ApprovalAtDesk({ desk, approver, open }: AtDeskProps) {
  const { state, context, send } = desk;
  const asking = useAsk(desk);
  const approving = useAction('approveAtDesk', { quiet: true, messages: { done: null, failed: '' } });
  const [fault, setFault] = useState<string | null>(null);
  /** Asked without notifying anyone, and not on the list before the number is right. */
  const own = useRef<Approval[]>([]);
  const lines = desk.waiting();
  const [only] = lines;
  const what = lines.length === 1 && only ? only.bunch.identifier : count(lines.length, 'set');

  const options = useDueOptions(lines.map(({ bunch }) => bunch));
  const facts = [
    ...lines.map(({ bunch }) => [bunch.identifier, opensText(bunch)].filter(Boolean).join(' · ')),
    [state.purpose, dueWords(state.due, options, context.now, context.zone)].filter(Boolean).join(' · '),
  ];

  async function approve(badge: string, number: string) {
    if (own.current.length === 0) {
      const asked = await asking.ask(false);
      if (!asked) return close();
      own.current = asked;
    }
    const open = lines.flatMap((line) =>
      line.asked && isOpen(line.asked, context.now) ? line.asked.id : [],
    );
    const ids = [...open, ...own.current.map(({ id }) => id)];
    const sent = await approving.run({ body: { ids, badge, kioskNumber: number } });
    if (!sent.ok) {
      signalScan('bad');
      return setFault(whyNot(sent.error));
    }
    const asked = own.current;
    own.current = [];
    putAsked(desk, asked, state);
    send({ type: 'approvalsRead', approvals: sent.reply });
    send({ type: 'approverLeft' });
  }
  function close() {
    if (own.current.length > 0) void takeBack(own.current.map(({ id }) => id));
    own.current = [];
    setFault(null);
    send({ type: 'approverLeft' });
  }
  return (
    <ApproverDialog
      approver={{ name: approver.name, badge: approver.badge ?? '' }}
      about={`${what} to ${state.person?.name ?? ''}`}
      facts={facts}
      open={open}
      pending={asking.pending || approving.pending}
      fault={fault}
      onNumber={(badge, number) => void approve(badge, number)}
      onClose={close}
    />
  );
}

/** Asks the approvers about all sets of the list that need one, in place of the button that can't be pressed yet. */
export function AskButton({ desk }: { desk: Desk }) {
  const asking = useAsk(desk);
  const lines = desk.unasked();
  const isAgain = lines.some(({ asked, refusal }) => asked || refusal);
  const what = lines.length === 1 ? (lines[0]?.bunch.identifier ?? '') : count(lines.length, 'set');
  async function ask() {
    const approvals = await asking.ask(true);
    if (approvals) putAsked(desk, approvals, desk.state);
  }
  return (
    <Button
      variant="primary"
      size="lg"
      block
      icon={Lock}
      pending={asking.pending}
      className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
      onClick={() => void ask()}
    >
      {isAgain ? 'Ask again' : 'Ask'} for {what}
    </Button>
  );
}

/** Asks for the yes of a second person about all sets of the list that need one. `sendsNotices` false: the approver is at this desk. */
function useAsk(desk: Desk) {
  const { state, context } = desk;
  const action = useAction('askApprovals', {
    messages: { done: null, failed: "Couldn't ask. Try again." },
    failure: ({ body }) =>
      body.items || body.code === NO_APPROVER_CODE ? { title: 'Not asked. The list says why.' } : undefined,
  });

  async function ask(sendsNotices: boolean): Promise<Approval[] | null> {
    const lines = desk.unasked();
    if (lines.length === 0) return [];
    const due = dueToSend(state.due, context.now);
    const sent = await action.run({
      body: {
        holderId: state.person?.id ?? null,
        purpose: state.purpose.trim(),
        ...(due !== undefined && { dueAt: due }),
        ...(!sendsNotices && { notify: false }),
        items: lines.map(({ bunch }) => ({ keyBunchId: bunch.id })),
      },
    });
    if (sent.ok) return sent.reply;
    const { items, code, message = '', detail } = sent.error.body;
    const only =
      code === NO_APPROVER_CODE ? [{ keyBunchId: lines[0]?.bunch.id ?? 0, code, message, detail }] : [];
    const refused = (items ?? only) as RefusedItem[];
    if (refused.length > 0) desk.send({ type: 'failed', message: '', items: refused, unknown: false });
    return null;
  }
  return { ask, pending: action.pending };
}

/** Puts requests on the list; what the list changed while they were on their way is taken back. */
function putAsked(desk: Desk, asked: readonly Approval[], before: Desk['state']): void {
  const now = desk.latest();
  const isSame = now.person?.id === before.person?.id && now.due === before.due && now.mode === 'issue';
  const kept = asked.filter(
    ({ keyBunch }) => isSame && now.lines.some(({ bunch }) => bunch?.id === keyBunch.id),
  );
  const others = asked.filter((one) => !kept.includes(one));
  if (kept.length > 0) desk.send({ type: 'asked', approvals: kept });
  if (others.length > 0) void takeBack(others.map(({ id }) => id));
}
