import type { Approval } from '../../../shared/approval.ts';
import { useAction } from '../../api/action.ts';
import { takeBack } from '../../approval/take-back.ts';
import { dueToSend } from '../../custody/due-choices.ts';
import type { Desk } from '../work/use-desk.ts';

/** Asks for the yes of a second person about all sets of the list that need one. `quiet`: without notices, as the approver is at this desk. */
export function useAsk(desk: Desk) {
  const { state, context } = desk;
  const action = useAction('askApprovals', { messages: { done: null, failed: "Couldn't ask. Try again." } });

  async function ask(quiet: boolean): Promise<Approval[] | null> {
    const lines = desk.unasked();
    if (lines.length === 0) return [];
    const due = dueToSend(state.due, context.now);
    const sent = await action.run({
      body: {
        holderId: state.person?.id ?? null,
        purpose: state.purpose.trim(),
        ...(due !== undefined && { dueAt: due }),
        ...(quiet && { quiet }),
        items: lines.map(({ bunch }) => ({ keyBunchId: bunch.id })),
      },
    });
    return sent.ok ? sent.reply : null;
  }
  return { ask, pending: action.pending };
}

/** Puts requests on the list; what the list changed while they were on their way is taken back. */
export function putAsked(desk: Desk, asked: readonly Approval[], before: Desk['state']): void {
  const now = desk.latest();
  const isSame = now.person?.id === before.person?.id && now.due === before.due && now.mode === 'issue';
  const kept = asked.filter(
    ({ keyBunch }) => isSame && now.lines.some(({ bunch }) => bunch?.id === keyBunch.id),
  );
  const others = asked.filter((one) => !kept.includes(one));
  if (kept.length > 0) desk.send({ type: 'asked', approvals: kept });
  if (others.length > 0) void takeBack(others.map(({ id }) => id));
}
