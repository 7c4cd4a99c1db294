import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { AUDIT_DEVICES, AUDIT_MODES, SCAN_MATCHES } from './audit-words.ts';
import { readSerial } from './key-bunch.ts';
import { idField, instant, instantQuery, notRead, optionalLine, optionalText } from './text.ts';

/** POST /api/audit/start. */
export const AuditStartForm = z.object({
  locationId: idField('Location is required'),
  keyType: optionalLine(),
  mode: z.optional(z.enum(AUDIT_MODES, 'Unknown mode')),
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
/** The earlier count of the same set, which counts. */
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

/** POST /api/audit/{id}/ticks: one row of the checklist set or withdrawn; the same again changes nothing. `already`: another count was first. */
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
});
export type AuditTickReply = z.infer<typeof AuditTickReply>;

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
 * who may still have counts to send, and whom the person saw named; any other refuses the completion once (409 `counts_unsent`).
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
  without: z.optional(
    z.array(idField('Unknown member'), 'Unknown member').check(z.maxLength(1000, 'Unknown member')),
  ),
  totalScanned: notRead,
});
