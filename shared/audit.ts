import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { readSerial } from './key-bunch.ts';
import { idField, idQuery, instant, lineQuery, optionalLine, optionalText } from './text.ts';

export const AUDIT_MODES = ['manual', 'nfc'] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];
export const AUDIT_STATUSES = ['in_progress', 'completed', 'abandoned'] as const;

/** An audit less than this many hours old verifies its location (SPEC 9; exactly as many does not, DECISIONS S-53). */
export const AUDIT_VALID_HOURS = 24;

/** Statuses that are expected on their hook; issued and configured ones say why they are not (DECISIONS S-54). */
export const EXPECTED_STATUSES: readonly string[] = ['active', 'missing', 'inactive', 'in_use'];

/**
 * A bunch as an audit names it, by value, as it was at the start. `now` is what the register says of it today, null once it was deleted
 * or taken out of the reader's sight. `leftAlone`: moved, issued, returned or deleted between the start and the end, so that a
 * completion does not touch it (DECISIONS table d).
 */
const AuditBunch = z.object({
  id: z.int(),
  identifier: z.string(),
  currentTag: z.nullable(z.string()),
  type: z.string(),
  status: z.string(),
  holder: z.nullable(z.string()),
  leftAlone: z.boolean(),
  now: z.nullable(
    z.object({
      currentTag: z.nullable(z.string()),
      status: z.string(),
      keyCount: z.int(),
      fobCount: z.int(),
      keyDescription: z.nullable(z.string()),
    }),
  ),
});
export type AuditBunch = z.infer<typeof AuditBunch>;

/** A bunch that was ticked or scanned, newest first: when, by whom and how. `wasMissing` when seeing it found it again. */
const Seen = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  timestamp: instant,
  user: z.nullable(Actor),
  nfcScanned: z.boolean(),
  wasMissing: z.boolean(),
});
export type Seen = z.infer<typeof Seen>;

/**
 * A set that hangs here but is registered elsewhere, and why it was refused. `now` is where the register has it today, null once it was
 * deleted or taken out of the reader's sight.
 */
const Unexpected = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  locationName: z.string(),
  note: z.string(),
  timestamp: instant,
  now: z.nullable(z.object({ locationId: z.int(), locationName: z.string(), status: z.string() })),
});

export type Unexpected = z.infer<typeof Unexpected>;

/** A tag that no bunch had; `linkedTo` is the one that has it today, as far as the reader may see it. */
const UnknownTag = z.object({
  serial: z.string(),
  timestamp: instant,
  linkedTo: z.nullable(z.object({ id: z.int(), identifier: z.string() })),
});
export type UnknownTag = z.infer<typeof UnknownTag>;

/** An audit session (DECISIONS tables c and d). Counts, times and the expected set are the server's. */
export const AuditSession = z.object({
  id: z.int(),
  locationId: z.int(),
  location: z.object({ id: z.int(), name: z.string() }),
  keyType: z.nullable(z.string()),
  mode: z.enum(AUDIT_MODES),
  status: z.enum(AUDIT_STATUSES),
  performedBy: z.int(),
  user: z.nullable(Actor),
  startTime: instant,
  endTime: z.nullable(instant),
  createdAt: instant,
  totalExpected: z.int(),
  totalScanned: z.int(),
  missingBunches: z.array(z.string()),
  notes: z.nullable(z.string()),
});
export type AuditSession = z.infer<typeof AuditSession>;

/**
 * A session with what it expects and has seen, who has what is out, what hung here and should not, and tags nobody knows; once completed
 * also what was found again and what is missing.
 */
export const OneAuditSession = z.extend(AuditSession, {
  expected: z.array(AuditBunch),
  seen: z.array(Seen),
  out: z.array(AuditBunch),
  unexpected: z.array(Unexpected),
  unknown: z.array(UnknownTag),
  found: z.optional(z.array(AuditBunch)),
  missing: z.optional(z.array(AuditBunch)),
});
export type OneAuditSession = z.infer<typeof OneAuditSession>;

/** POST /api/audit/start (DECISIONS C-06, D-08): the client's own count and performer are not even read. */
export const AuditStartForm = z.object({
  locationId: idField('Location is required'),
  keyType: optionalLine(),
  mode: z.optional(z.enum(AUDIT_MODES, 'Unknown mode')),
  notes: optionalText(),
});

/** POST /api/audit/nfc-scan. */
export const AuditScanForm = z.object({
  auditSessionId: idField('No active audit session found'),
  nfcSerial: readSerial,
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
  totalScanned: z.int(),
});
export type AuditScanReply = z.infer<typeof AuditScanReply>;

/** POST /api/audit/{id}/ticks: one row of the checklist set or withdrawn; the same again changes nothing. */
export const AuditTickForm = z.object({
  keyBunchId: idField('Unknown key set'),
  seen: z.boolean('Seen must be true or false'),
});
export const AuditTickReply = z.object({ totalScanned: z.int() });
export type AuditTickReply = z.infer<typeof AuditTickReply>;

/** POST /api/audit/{id}/complete. `missingBunches` are ids, as numbers or text; NFC sessions ignore them (DECISIONS table d). */
export const AuditCompleteForm = z.object({
  notes: optionalText(),
  missingBunches: z.optional(
    z.nullable(
      z.array(
        z.pipe(
          z.union([z.int(), z.string().check(z.regex(/^\d{1,10}$/))], 'Unknown key set'),
          z.pipe(z.transform(Number), idField('Unknown key set')),
        ),
        'Unknown key set',
      ),
    ),
  ),
});

/** GET /api/audit/scope/{locationId}: what an audit of that place, and type, would be about if it started now. */
export const AuditScopeQuery = z.object({ keyType: z.optional(lineQuery('Unknown type')) });

/** How many bunches would be expected, how many are out, and how many a configured status explains (DECISIONS S-54). */
export const AuditScope = z.object({ expected: z.int(), issued: z.int(), other: z.int() });
export type AuditScope = z.infer<typeof AuditScope>;

/** GET /api/audit: newest first, of the allowed locations. */
export const AuditQuery = z.object({
  locationId: z.optional(idQuery('Unknown location')),
  status: z.optional(z.enum(AUDIT_STATUSES, 'Unknown status')),
});

/**
 * Whether a location counts as audited (SPEC 3, DECISIONS S-53). Hours are whole, rounded down. `audit` is the one it rests on, or that
 * is too old: how many were expected, seen and missing, who performed it, and until when it verifies.
 */
export const Verification = z.object({
  isVerified: z.boolean(),
  hoursSinceAudit: z.nullable(z.int()),
  lastAuditDate: z.nullable(instant),
  keyType: z.nullable(z.string()),
  message: z.string(),
  audit: z.nullable(
    z.object({
      id: z.int(),
      user: z.nullable(Actor),
      totalExpected: z.int(),
      totalScanned: z.int(),
      missing: z.int(),
      validUntil: instant,
    }),
  ),
});
export type Verification = z.infer<typeof Verification>;

/** Progress in whole percent, rounded down and at most 100 (DECISIONS S-55). */
export const auditPercent = (scanned: number, expected: number): number =>
  expected === 0 ? 0 : Math.min(100, Math.floor((scanned / expected) * 100));

/** GET /api/audit/verification/{locationId}: of any audit; with `keyType` of that type or all, with `all` of all types only. */
export const VerificationQuery = z.object({ keyType: z.optional(lineQuery('Unknown type')) });
