import { useRef, useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import type { Holder } from '../../../shared/holder.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { ApproverDialog } from '../../approval/ApproverDialog.tsx';
import { isOpen, whyNot } from '../../approval/approval-text.ts';
import { takeBack } from '../../approval/take-back.ts';
import { useKnown } from '../../approval/use-known.ts';
import { dueWords, useDueOptions } from '../../custody/due-choices.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import { count } from '../../format.ts';
import type { Asked } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';
import { putAsked, useAsk } from './use-ask.ts';

/** The second person at the desk: what is decided elsewhere about sets of the list, and the number of an approver who is here. */
export function SecondPerson({ desk }: { desk: Desk }) {
  useDecisions(desk);
  const { approver } = desk.state;
  const last = useRef(approver);
  if (approver) last.current = approver;
  return (
    last.current && (
      <Here key={last.current.id} desk={desk} approver={last.current} open={approver !== null} />
    )
  );
}

/** Applies what others decided to the lines. */
function useDecisions({ state, context, send }: Desk): void {
  const open = state.lines.flatMap((line): Asked[] =>
    line.asked && isOpen(line.asked, context.now) ? [line.asked] : [],
  );
  useKnown(open, (approvals) => send({ type: 'approvalsRead', approvals }));
}

type HereProps = { desk: Desk; approver: Holder; open: boolean };

/** The number of the person whose badge was scanned: their yes to all sets of the list that wait for one. */
function Here({ desk, approver, open }: HereProps) {
  const { state, context, send } = desk;
  const asking = useAsk(desk);
  const here = useAction('approveHere', { quiet: true, messages: { done: null, failed: '' } });
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
      const asked = await asking.ask(true);
      if (!asked) return close();
      own.current = asked;
    }
    const asked = lines.flatMap((line) =>
      line.asked && isOpen(line.asked, context.now) ? line.asked.id : [],
    );
    const ids = [...asked, ...own.current.map(({ id }) => id)];
    const sent = await here.run({ body: { ids, badge, kioskNumber: number } });
    if (!sent.ok) {
      signalScan('bad');
      return setFault(whyNot(sent.error));
    }
    const quiet = own.current;
    own.current = [];
    putAsked(desk, quiet, state);
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
      pending={asking.pending || here.pending}
      fault={fault}
      onNumber={(badge, number) => void approve(badge, number)}
      onClose={close}
    />
  );
}
