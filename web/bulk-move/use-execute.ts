import { useState } from 'react';
import { AUDIT_VALID_HOURS, type Verification } from '../../shared/audit-verification.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { LocationRef } from '../../shared/location.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { useAction } from '../api/action.ts';
import { queries } from '../api/queries.ts';
import { count } from '../format.ts';
import { toast } from '../ui/overlay/toast.ts';
import type { Outcome } from './MoveOutcome.tsx';
import type { MoveChoices, MovePlan } from './move-plan.ts';
import type { MoveAudit } from './use-move-audit.ts';
import { lastAuditText } from './VerificationCard.tsx';

/** The move: button text, blocking reason, notes, concerns and result. */
export function useExecute(choices: MoveChoices, audit: MoveAudit, plan: MovePlan) {
  const move = useAction('bulkMove');
  const [notes, setNotes] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [sent, setSent] = useState(0);
  const [asking, setAsking] = useState(false);
  const n = plan.data?.bunches.length ?? 0;
  const tooLong = notes.trim().length > TEXT_MAX;
  const reason = reasonOf(choices, audit, plan) ?? (tooLong ? 'The notes are too long.' : undefined);

  async function run() {
    const { from, to, keys, change } = choices;
    if (!from || !to || !plan.data || reason) return setAsking(false);
    setOutcome(null);
    setSent(n);
    const moved = await move.run({ body: bodyOf(from, to, audit, plan.data, notes) });
    setAsking(false);
    if (!moved.ok) {
      const { message, detail } = moved.error.body;
      setOutcome(refusalOf(message, detail));
      // A 409 has refreshed the reads already; other refusals need it.
      void queries.invalidateQueries();
      return;
    }
    const { reply } = moved;
    toast({
      title: 'Success',
      description: `${count(reply.moved, 'key')} moved successfully`,
      variant: 'success',
    });
    setOutcome({ moved: reply.moved, at: reply.at, from: from.name, to: { id: to.id, name: to.name }, keys });
    setNotes('');
    // Keeps the route for another type; after all types nothing is left to choose.
    change({ type: '' });
  }

  return {
    /** The button; confirms concerns first. */
    begin: () => (plan.data && plan.data.concerns.length > 0 ? setAsking(true) : void run()),
    run,
    asking,
    setAsking,
    pending: move.pending,
    label: audit.running !== null ? 'Complete Audit First' : labelOf(move.pending ? sent : n, audit),
    reason: move.pending ? undefined : reason,
    ready: reason === undefined,
    notes,
    setNotes,
    notesError: tooLong ? `Must be at most ${TEXT_MAX} characters` : undefined,
    outcome,
    forget: () => setOutcome(null),
  };
}
export type Execute = ReturnType<typeof useExecute>;

/** Sends what was shown, so that no other keys and no new concerns are included. */
const bodyOf = (
  from: LocationRef,
  to: LocationRef,
  { keyType }: MoveAudit,
  { bunches, concerns }: NonNullable<MovePlan['data']>,
  notes: string,
) => ({
  fromLocationId: from.id,
  toLocationId: to.id,
  fromBunchType: keyType,
  notes,
  keyBunchIds: bunches.map((bunch) => bunch.id),
  accepted: concerns,
});

function labelOf(n: number, audit: MoveAudit): string {
  const required = audit.asked && !audit.verified && !audit.waiting && !audit.error;
  return required ? 'Audit Required Before Move' : `Execute Move (${count(n, 'key')})`;
}

/** Why the move can't run now; undefined when it can. */
function reasonOf({ type, from, to, same }: MoveChoices, audit: MoveAudit, plan: MovePlan) {
  const open = [!type && 'a key type', !from && 'where from', !to && 'where to'].filter(Boolean);
  if (open.length > 0) return `Choose ${open.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
  if (same) return 'Choose two different locations.';
  if (plan.noKeys && audit.verified) return `${plan.noKeys}.`;
  if (audit.error || plan.error) return "Couldn't load the keys to move.";
  if (audit.waiting || !plan.data) return 'One moment...';
  if (audit.verification && !audit.verified) return whyUnverified(audit.verification);
  return plan.noKeys;
}

/** The server's message has hours only; like the card, show days or a date for older audits. */
function whyUnverified({ hoursSinceAudit, lastAuditDate, message }: Verification): string {
  if (!lastAuditDate || hoursSinceAudit === null || hoursSinceAudit < 2 * AUDIT_VALID_HOURS) return message;
  return `${lastAuditText(hoursSinceAudit, lastAuditDate)} A new audit is required.`;
}

const refusalOf = (message = ACTION_MESSAGES.bulkMove.failed, detail = ''): Outcome => ({
  refusal: message,
  detail: detail.split('\n').filter(Boolean),
});
