import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { Reading } from './audit-readings.ts';
import { AUDIT_DEVICES, AUDIT_KINDS, AUDIT_MODES, COUNTED_MAX, SCAN_MATCHES } from './audit-words.ts';
import { readSerial } from './key-bunch-forms.ts';
import { POSITION_MAX } from './limits.ts';
import { idField, instant, instantQuery, notRead, optionalLine, optionalText } from './text.ts';

/**
 * POST /api/audit/start. `kind`: `full` unless given; a `part` names its first and last hook; the sets of a `spot` check are drawn by the
 * server. `blind`: what it expects is not sent before it is completed.
 */
export const AuditStartForm = z.object({
  locationId: idField('Location is required'),
  keyType: optionalLine(),
  mode: z.optional(z.enum(AUDIT_MODES, 'Unknown mode')),
  kind: z.optional(z.enum(AUDIT_KINDS, 'Unknown kind')),
  fromHook: optionalLine(POSITION_MAX),
  toHook: optionalLine(POSITION_MAX),
  blind: z.optional(z.boolean('Blind must be true or false')),
  notes: optionalText(),
  totalExpected: notRead,
  performedBy: notRead,
});

/**
 * POST /api/audit/{id}/join: takes part, and every AUDIT_BEAT_SECONDS says that the screen is still open. An audit without
 * a sign of any member for an hour is taken over by the first who joins. `unsent` is how many counts wait on the device; each count that arrives lowers it by one.
 */
export const AuditJoinForm = z.object({
  device: z.optional(z.enum(AUDIT_DEVICES, 'Unknown device')),
  unsent: z.optional(
    z.int('Unknown number').check(z.gte(0, 'Unknown number'), z.lte(100_000, 'Unknown number')),
  ),
});

/**
 * POST /api/audit/{id}/split: who works on each part, in the order of the hooks; none, two or three, null for a part that is free. The server splits
 * the expected sets.
 */
export const AuditSplitForm = z.object({
  parts: z.array(z.nullable(idField('Unknown member')), 'Choose 2 or 3 parts').check(
    z.maxLength(3, 'Choose 2 or 3 parts'),
    z.refine(({ length }) => length !== 1, 'Choose 2 or 3 parts'),
  ),
});

/** When the device made the count. With it one that waited for a connection still counts after the audit was completed (D-23). */
const doneAt = z.optional(instantQuery);
/** Whether the audit was completed before the count arrived: it is listed with the report as a late count. */
const late = z.optional(z.boolean());
/** The earlier count of the same set, which counts; or its later withdrawal. */
export const AlreadySeen = z.object({ userId: z.int(), user: Actor, doneAt: instant });
export type AlreadySeen = z.infer<typeof AlreadySeen>;

/**
 * POST /api/audit/nfc-scan. `typed`: by hand or by a reader that acts as a keyboard, so it may also be a tag number or a set ID; what a phone
 * reads off an NFC tag is only ever a serial.
 */
export const AuditScanForm = z.object({
  auditSessionId: idField('No active audit session found'),
  nfcSerial: readSerial,
  typed: z.optional(z.boolean('Typed must be true or false')),
  doneAt,
});
export const AuditScanReply = z.object({
  keyBunch: z.object({
    id: z.int(),
    identifier: z.string(),
    currentTag: z.nullable(z.string()),
    type: z.string(),
    status: z.string(),
  }),
  scan: z.object({ id: z.int(), timestamp: instant }),
  matched: z.enum(SCAN_MATCHES),
  totalScanned: z.int(),
  revision: z.int(),
  late,
});
export type AuditScanReply = z.infer<typeof AuditScanReply>;

/** POST /api/audit/{id}/ticks: one row of the checklist set or withdrawn; the same again changes nothing. `already`: another count was first. `unticked`: a withdrawal was made after the tick, which does not count. */
export const AuditTickForm = z.object({
  keyBunchId: idField('Unknown key set'),
  seen: z.boolean('Seen must be true or false'),
  doneAt,
});
export const AuditTickReply = z.object({
  totalScanned: z.int(),
  revision: z.int(),
  late,
  already: z.optional(AlreadySeen),
  unticked: z.optional(AlreadySeen),
});
export type AuditTickReply = z.infer<typeof AuditTickReply>;

const counted = z.optional(
  z.nullable(
    z
      .int('Enter a whole number')
      .check(z.gte(0, 'Enter 0 or more'), z.lte(COUNTED_MAX, `Enter at most ${COUNTED_MAX}`)),
  ),
);

/**
 * POST /api/audit/{id}/readings, in a blind audit and a spot check: the `code` that hangs on a hook, as in nfc-scan, or that the hook is
 * `empty`. The answer is the same whether it is as registered or not. The same code on the same hook again, with keys and fobs, is its count.
 */
export const AuditReadingForm = z.object({
  hook: optionalLine(POSITION_MAX),
  code: z.optional(readSerial),
  typed: z.optional(z.boolean('Typed must be true or false')),
  empty: z.optional(z.boolean('Empty must be true or false')),
  keyCount: counted,
  fobCount: counted,
  doneAt,
});
export const AuditReadingReply = z.object({ reading: Reading, revision: z.int(), late });
export type AuditReadingReply = z.infer<typeof AuditReadingReply>;

const bunchIds = z.array(
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^\d{1,10}$/))], 'Unknown key set'),
    z.pipe(z.transform(Number), idField('Unknown key set')),
  ),
  'Unknown key set',
);

/**
 * POST /api/audit/{id}/complete. What is missing is the server's list; `missingBunches` (ids, as numbers or text) and `revision` are what
 * the person saw and confirmed, and what differs is refused. `allMissing`: nothing was seen, and every set is to be marked missing.
 * `confirmMissing`: the number of sets to be marked missing as the person typed it, required by `mustTypeMissing`. `without`: members (user ids)
 * who may still have counts to send, and whom the person saw named; any other refuses the completion once (409 `counts_unsent`). A blind audit
 * that may mark sets missing requires the number of sets and codes that were read, as typed, in `confirmRead` instead.
 */
export const AuditCompleteForm = z.object({
  notes: optionalText(),
  missingBunches: z.optional(z.nullable(bunchIds)),
  revision: z.optional(
    z.int('Unknown revision').check(z.gte(0, 'Unknown revision'), z.lte(2_147_483_647, 'Unknown revision')),
  ),
  allMissing: z.optional(z.boolean('All missing must be true or false')),
  confirmMissing: z.optional(
    z
      .int('Type how many will be Missing')
      .check(
        z.gte(0, 'Type how many will be Missing'),
        z.lte(2_147_483_647, 'Type how many will be Missing'),
      ),
  ),
  confirmRead: z.optional(
    z
      .int('Type how many were read')
      .check(z.gte(0, 'Type how many were read'), z.lte(2_147_483_647, 'Type how many were read')),
  ),
  without: z.optional(
    z.array(idField('Unknown member'), 'Unknown member').check(z.maxLength(1000, 'Unknown member')),
  ),
  totalScanned: notRead,
});
