import * as z from 'zod/mini';
import {
  APPROVAL_DECIDED_CODE,
  APPROVAL_OVER_CODE,
  APPROVED_HOW,
  NO_APPROVER_CODE,
  SECOND_PERSON_CODE,
} from './approval-words.ts';
import { Holder } from './holder.ts';
import { issueFields, issueReply } from './issue.ts';
import { HolderRef, KeyBunch } from './key-bunch.ts';
import { approvalId, counts, namesPerson, overReservation } from './key-bunch-forms.ts';
import { OUT_TABS } from './key-bunch-words.ts';
import { BATCH_MAX } from './limits.ts';
import {
  cursorQuery,
  idField,
  idQuery,
  instant,
  instantQuery,
  limitQuery,
  lineQuery,
  optionalLine,
  optionalText,
  requiredLine,
} from './text.ts';

/** When keys are due back: a time, or null for none. For an issue, a missing value means the rule of the key type. */
export const dueField = z.optional(z.nullable(instantQuery));

/** A signature drawn on the screen: its SVG path of moves, lines and curves with decimal numbers, and the signer's name. */
export const SignatureForm = z.object({
  signer: requiredLine('Name is required'),
  path: z
    .string('A signature is required')
    .check(
      z.minLength(1, 'A signature is required'),
      z.maxLength(40_000, 'The signature is too long. Please sign again.'),
      z.regex(/^[MLCQZ0-9 .,-]+$/, 'The signature could not be read. Please sign again.'),
    ),
});

/** The sets of a batch, BATCH_MAX at most. */
export const items = <T extends z.ZodMiniType>(item: T) =>
  z
    .array(item, 'Choose the key sets')
    .check(
      z.minLength(1, 'Choose the key sets'),
      z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} key sets at a time`),
    );
export const keyBunchId = idField('Unknown key set');

/**
 * POST /api/custody/issue: to a holder, or to a name alone. All of the sets or none. An item with `fromHolderId` is out with that holder and
 * is handed over by the same rules, without a return. Of sets that need a second person `approvalId` is the approval; `emergencyReason`
 * replaces the missing ones.
 */
export const BatchIssueForm = z
  .object({
    holderId: z.optional(z.nullable(idField('Unknown person'))),
    officerName: optionalLine(),
    ...issueFields,
    dueAt: dueField,
    notes: optionalText(),
    emergencyReason: optionalText(),
    signature: z.optional(z.nullable(SignatureForm)),
    items: items(
      z.object({
        keyBunchId,
        fromHolderId: z.optional(idField('Unknown person')),
        overReservation,
        approvalId,
      }),
    ),
  })
  .check(namesPerson);

/**
 * POST /api/custody/return. A set goes back to where it is registered, or stays at `toLocationId` (key:move). `missingNote` of an item says what is
 * missing; `returnedBy` is who brought the sets when that is not their holder.
 */
export const BatchReturnForm = z.object({
  returnedBy: z.optional(z.nullable(idField('Unknown person'))),
  notes: optionalText(),
  signature: z.optional(z.nullable(SignatureForm)),
  items: items(
    z.object({
      keyBunchId,
      newTag: requiredLine('New tag number is required when returning keys'),
      ...counts,
      missingNote: optionalText(),
      toLocationId: z.optional(z.nullable(idField('Location is required'))),
    }),
  ),
});

/** The result of a batch: its number, which is also the receipt's, and the sets as they are now, in the order of the items. */
export const Batch = z.object({ batchId: z.string(), at: instant, keyBunches: z.array(KeyBunch) });
export type Batch = z.infer<typeof Batch>;

/**
 * Why a set was refused; a refused batch names every refused set and changed nothing. `code` is `reserved` for a set that `overReservation`
 * would issue, `second_person` for one that needs an approval, `approval_over` for one whose approval can't be used, `approval_decided` for
 * one whose question is over, `no_approver` for one that no other person may approve.
 */
export const RefusedItem = z.object({
  keyBunchId: z.int(),
  message: z.string(),
  detail: z.optional(z.string()),
  code: z.optional(
    z.enum(['reserved', SECOND_PERSON_CODE, APPROVAL_OVER_CODE, APPROVAL_DECIDED_CODE, NO_APPROVER_CODE]),
  ),
});
export type RefusedItem = z.infer<typeof RefusedItem>;

/** POST /api/custody/undo: the newest batch of its sets, within UNDO_MINUTES, by who did it. */
export const UndoBatchForm = z.object({ batchId: z.uuid('Unknown batch') });

/**
 * POST /api/key-bunches/{id}/due: sets the new due time of issued keys. A later one of a set that needs a second person needs `approvalId`: a
 * handover to who has it, due then.
 */
export const DueForm = z.object({
  dueAt: z.nullable(instantQuery),
  reason: optionalText(),
  approvalId,
});

/** POST /api/key-bunches/{id}/short: a short set has all its keys again, or what is missing is written off for a reason. */
export const ShortForm = z
  .object({
    outcome: z.enum(['complete', 'written_off'], 'Unknown outcome'),
    reason: optionalText(),
  })
  .check(
    z.refine((form) => form.outcome === 'complete' || Boolean(form.reason), {
      error: 'Reason is required',
      path: ['reason'],
    }),
  );

/** GET /api/lookup: the meaning of a scanned or typed code. */
export const LookupQuery = z.object({
  code: lineQuery('Unknown code').check(z.minLength(1, 'Unknown code')),
});

/**
 * The meaning of a code: the one set (`keyBunch`), the sets when several have it (a set ID or tag is not unique), a holder, or nothing that
 * the caller may see. `by` is the property of the sets that matched. `blank` is the code of an unknown label that can be linked to a set.
 */
export const Lookup = z.object({
  kind: z.enum(['keyBunch', 'several', 'holder', 'unknown']),
  by: z.nullable(z.enum(['nfcSerial', 'label', 'tag', 'identifier'])),
  keyBunches: z.array(KeyBunch),
  holder: z.nullable(Holder),
  blank: z.nullable(z.string()),
});
export type Lookup = z.infer<typeof Lookup>;

/**
 * GET /api/custody/next-tag: the number that follows the last tag used at a location; null when that is no number. Before the first return
 * there (`last` null) it follows the highest number that a set wears there. `following` are the numbers after `next`, up to a batch's. None
 * was ever worn.
 */
export const NextTagQuery = z.object({ locationId: idQuery('Unknown location') });
export const NextTag = z.object({
  last: z.nullable(z.string()),
  next: z.nullable(z.string()),
  following: z.array(z.string()),
});
export type NextTag = z.infer<typeof NextTag>;

const outFilters = {
  tab: z.optional(z.enum(OUT_TABS, 'Unknown value')),
  by: z.optional(z.enum(['person', 'due'], 'Unknown value')),
  q: z.optional(lineQuery('Unknown search')),
  locationId: z.optional(idQuery('Unknown location')),
  type: z.optional(lineQuery('Unknown type')),
};
/** GET /api/custody/out. `by` is the order: by person, those with the longest overdue set first, or by due time. */
export const OutQuery = z.object({
  ...outFilters,
  limit: z.optional(limitQuery()),
  cursor: cursorQuery(),
});
/** GET /api/custody/out/export: the same filters, every match, with times by the company's clock. */
export const OutExportQuery = z.object(outFilters);
export type OutQuery = z.output<typeof OutQuery>;

/** Who has some of the sets that are out: a holder, or a name alone. `out` and `overdue` count all of theirs, as far as the caller may see them. */
export const OutHolder = z.object({
  holder: HolderRef,
  kind: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  out: z.int(),
  overdue: z.int(),
});
export type OutHolder = z.infer<typeof OutHolder>;

/**
 * The sets that are out, and how many there are of each tab (up to COUNTED_MATCHES); `holders` are those of this page, by person in their
 * order.
 */
export const Out = z.object({
  counts: z.object({ all: z.int(), today: z.int(), overdue: z.int() }),
  holders: z.array(OutHolder),
  keyBunches: z.array(KeyBunch),
});
export type Out = z.infer<typeof Out>;

/** GET /api/receipts/{batchId}: the content of a receipt. It never names what the keys open. */
export const Receipt = z.object({
  batchId: z.string(),
  action: z.enum(['issue', 'return', 'handover']),
  at: instant,
  timezone: z.string(),
  company: z.string(),
  terms: z.nullable(z.string()),
  holder: z.object({
    name: z.string(),
    organisation: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  officer: z.string(),
  /** The location of the batch; the names of all if it had several. */
  location: z.nullable(z.string()),
  /** Whether this server can mail the receipt. */
  mail: z.boolean(),
  ...issueReply,
  notes: z.nullable(z.string()),
  signature: z.nullable(z.object({ signer: z.string(), path: z.string(), sha256: z.string() })),
  items: z.array(
    z.object({
      identifier: z.string(),
      keyCount: z.int(),
      fobCount: z.int(),
      keysCounted: z.nullable(z.int()),
      fobsCounted: z.nullable(z.int()),
      tag: z.nullable(z.string()),
      dueAt: z.nullable(instant),
      approvedBy: z.nullable(z.string()),
      approvedHow: z.nullable(z.enum(APPROVED_HOW)),
      emergencyReason: z.nullable(z.string()),
      withoutSecondPerson: z.boolean(),
      undone: z.boolean(),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

/** POST /api/receipts/{batchId}/mail: the address it goes to, and whether it was mailed there within the hour already, so that nothing was sent. */
export const MailedTo = z.object({ email: z.string(), already: z.boolean() });
export type MailedTo = z.infer<typeof MailedTo>;
