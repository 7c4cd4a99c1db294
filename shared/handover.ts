import * as z from 'zod/mini';
import { dueField, items, keyBunchId } from './custody.ts';
import { Holder } from './holder.ts';
import { HolderRef, KeyBunch } from './key-bunch.ts';
import { approvalFields, approvalId } from './key-bunch-forms.ts';
import { idField, instant, optionalText } from './text.ts';

const handover = {
  holderId: idField('Choose a person'),
  dueAt: dueField,
  notes: optionalText(),
};

/** POST /api/key-bunches/{id}/handover: to another holder, without a return. Without `dueAt` the due time stays. */
export const HandoverForm = z.object({ ...handover, ...approvalFields });

const sets = items(z.object({ keyBunchId }));

/**
 * POST /api/handover-requests: asks a person with an account to take over sets. Nothing changes before they say yes. Without `dueAt` each
 * set keeps its due time.
 */
export const HandoverRequestForm = z.object({ ...handover, items: sets });

/** POST /api/handover-requests/{requestId}/accept: all of the named sets or none. `approvalId`: of a set that needs a second person. */
export const HandoverAcceptForm = z.object({ items: items(z.object({ keyBunchId, approvalId })) });

/** POST /api/handover-requests/{requestId}/refuse and /withdraw: all of the named sets or none. */
export const HandoverAnswerForm = z.object({ items: sets });

/**
 * An open question: `from` has the sets until `to` says yes, HANDOVER_HOURS at most. A set that was returned or handed over meanwhile is no
 * longer part of it. `dueAt` is the due time after the yes; missing when each set keeps its own.
 */
export const HandoverRequest = z.object({
  requestId: z.string(),
  from: HolderRef,
  to: HolderRef,
  askedAt: instant,
  expiresAt: instant,
  dueAt: z.optional(z.nullable(instant)),
  notes: z.nullable(z.string()),
  keyBunches: z.array(KeyBunch),
});
export type HandoverRequest = z.infer<typeof HandoverRequest>;

/**
 * What became of the last question about a set that the giver still has: a no, no answer in time, or `gone`: the receiver can't answer, as their
 * account is no longer active.
 */
export const EndedHandover = z.object({
  keyBunchId: z.int(),
  to: HolderRef,
  outcome: z.enum(['refused', 'expired', 'gone']),
  at: instant,
});
export type EndedHandover = z.infer<typeof EndedHandover>;

/**
 * GET /api/mine: the sets that the caller has, overdue first, then soonest due, HOLDING_MAX at most; `held` counts those at locations that
 * they may not see, too. `holder` is the caller's own record among the people who may have keys. `received` are the open questions to the caller, `given` those about the caller's sets, and
 * `ended` those about them that were not answered by a yes.
 */
export const Mine = z.object({
  holder: z.nullable(Holder),
  held: z.int(),
  keyBunches: z.array(KeyBunch),
  received: z.array(HandoverRequest),
  given: z.array(HandoverRequest),
  ended: z.array(EndedHandover),
});
export type Mine = z.infer<typeof Mine>;
