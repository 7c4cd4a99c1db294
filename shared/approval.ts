import * as z from 'zod/mini';
import { APPROVAL_KINDS, APPROVAL_STATES, APPROVED_HOW } from './approval-words.ts';
import { dueField, items, keyBunchId } from './custody.ts';
import { HolderRef, KeyBunch } from './key-bunch.ts';
import { kioskNumber } from './kiosk.ts';
import { BATCH_MAX } from './limits.ts';
import { idField, instant, optionalLine, optionalText, requiredLine } from './text.ts';

type Named = { switchOff?: unknown; holderId?: unknown; officerUserId?: unknown; officerName?: unknown };

/**
 * POST /api/approvals: asks the approvers of the sets' locations, about all of the sets or none. Who gets the keys is named as in an issue.
 * Without `dueAt` a set is due by the rule of its type from now, or keeps its due time if it is out already; the approval has that time.
 * Asking again about a set takes back the caller's former question about it. `switchOff`: the sets shall no longer need a second person.
 * `notify` false: the approvers get no push and no letter, as when one is at the desk. Without it they do.
 */
export const ApprovalForm = z
  .object({
    switchOff: z.optional(z.boolean('Must be true or false')),
    notify: z.optional(z.boolean('Must be true or false')),
    holderId: z.optional(z.nullable(idField('Unknown person'))),
    officerUserId: z.optional(z.nullable(idField())),
    officerName: optionalLine(),
    purpose: optionalText(),
    dueAt: dueField,
    items: items(z.object({ keyBunchId })),
  })
  .check(
    z.refine<Named>(
      (form) => Boolean(form.switchOff || form.holderId || form.officerUserId || form.officerName),
      {
        error: 'Choose a person',
        path: ['holderId'],
      },
    ),
  );

const ids = z
  .array(idField('Approval not found'), 'Choose the key sets')
  .check(z.minLength(1, 'Choose the key sets'), z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} at a time`));
/** POST /api/approvals/decide: by the approver themselves, in their own session. All or none; sets whose question is over are named. */
export const DecisionForm = z.object({ ids, yes: z.boolean('Must be true or false') });

/** The badge of an approver as it was read or typed, and their kiosk number. */
const byNumber = {
  badge: requiredLine('Scan the badge of who approves'),
  kioskNumber,
};

/** POST /api/approvals/desk: an approver says yes at the caller's desk. All or none. */
export const ApproveAtDeskForm = z.object({ ids, ...byNumber });

/** POST /api/approvals/take-back: the caller no longer asks. Those that are over stay as they are. */
export const TakeBackForm = z.object({ ids });

/** An approver who was asked. `phone` is null for callers who may not see phone numbers of people. */
const Asked = z.object({ id: z.int(), name: z.string(), phone: z.nullable(z.string()) });

/**
 * A question for a second person. `state` is by the server's clock. `askedBy` is a kiosk's name when a tablet asked (`isKiosk`).
 * `approvers` are those who may decide it, while it waits. `held` and `overdue` count the sets of the holder. `mayDecide`: the caller is one
 * of the approvers. `refusedBefore`: who said no to a question about the same set in the hour before. `endedAt`: when it was refused, taken back
 * or used, or has expired; null while it is open. An emergency has `emergencyReason`, was used at once and has no decision; `undoneAt` is when
 * it was undone.
 */
export const Approval = z.object({
  id: z.int(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  keyBunch: KeyBunch,
  holder: z.nullable(HolderRef),
  holderKind: z.nullable(z.string()),
  held: z.int(),
  overdue: z.int(),
  purpose: z.nullable(z.string()),
  dueAt: z.nullable(instant),
  askedBy: z.string(),
  askedById: z.nullable(z.int()),
  isKiosk: z.boolean(),
  askedAt: instant,
  expiresAt: instant,
  approvers: z.array(Asked),
  mayDecide: z.boolean(),
  decidedBy: z.nullable(z.string()),
  decidedById: z.nullable(z.int()),
  decidedAt: z.nullable(instant),
  how: z.nullable(z.enum(APPROVED_HOW)),
  refusedBefore: z.nullable(z.object({ by: z.string(), at: instant })),
  endedAt: z.nullable(instant),
  emergencyReason: z.nullable(z.string()),
  undoneAt: z.nullable(instant),
});
export type Approval = z.infer<typeof Approval>;

/**
 * GET /api/approvals: what waits for the caller as an approver, oldest first; the caller's own questions, and those about keys for them, until
 * they end or are used, newest first; and emergencies of the last EMERGENCY_HOURS at the caller's locations, for approvers.
 */
export const Approvals = z.object({
  waiting: z.array(Approval),
  mine: z.array(Approval),
  emergencies: z.array(Approval),
});
export type Approvals = z.infer<typeof Approvals>;

/** POST /api/kiosk/ask: the offered set needs a second person, who is asked. */
export const KioskAskForm = z.object({
  keyBunchId: idField('Unknown key set'),
  turn: z.optional(z.string('Unknown turn').check(z.maxLength(36, 'Unknown turn'))),
});
/** POST /api/kiosk/approve: an approver says yes at the tablet. */
export const KioskApproveForm = z.extend(KioskAskForm, byNumber);

/** A question of the kiosk for the person at it. `approvers` are the names of who may say yes. */
export const KioskApproval = z.object({
  id: z.int(),
  keyBunchId: z.int(),
  state: z.enum(APPROVAL_STATES),
  approvers: z.array(z.string()),
  decidedBy: z.nullable(z.string()),
  askedAt: instant,
  expiresAt: instant,
});
export type KioskApproval = z.infer<typeof KioskApproval>;
/** GET /api/kiosk/approval: the question about the offered set; null without one. */
export const KioskAsked = z.object({ approval: z.nullable(KioskApproval) });

/** POST /api/approval-notices/devices: the address of a browser's push service. Keyhold sends it no content, so no keys are needed. */
export const PushForm = z.object({
  endpoint: z.string('Unknown address').check(
    z.maxLength(2000, 'Unknown address'),
    z.regex(/^https:\/\/[!-~]+$/, 'Unknown address'),
    z.refine((address) => URL.canParse(address), 'Unknown address'),
  ),
});

/**
 * GET /api/approval-notices: how the caller is notified as an approver. `publicKey` is what a browser subscribes with (base64url); null
 * on a server without SECRETS_KEY, which notifies no device. A device is known
 * by the SHA-256 of its endpoint in hex. `letters`: whether a question also comes by mail; `mail`: whether this server sends any.
 */
export const ApprovalNotices = z.object({
  publicKey: z.nullable(z.string()),
  letters: z.boolean(),
  mail: z.boolean(),
  devices: z.array(
    z.object({ id: z.int(), hash: z.string(), device: z.nullable(z.string()), since: instant }),
  ),
});
export type ApprovalNotices = z.infer<typeof ApprovalNotices>;
export const ApprovalNoticesPatch = z.object({ letters: z.boolean('Must be true or false') });
