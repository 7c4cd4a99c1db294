import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { CountedBy } from './audit.ts';
import { instant, lineQuery } from './text.ts';

/** An audit less than this many hours old verifies its location. */
export const AUDIT_VALID_HOURS = 24;

/**
 * Whether a location counts as audited. Hours are whole, rounded down. `audit` is the one it rests on, or that
 * is too old, or found too few: how many were expected, seen and missing, who began, counted and completed it, and until when it verifies.
 * `share` is the percentage found of the sets found and missing, late counts included, rounded down; `neededShare` is the company's (D-27).
 */
export const Verification = z.object({
  isVerified: z.boolean(),
  hoursSinceAudit: z.nullable(z.int()),
  lastAuditDate: z.nullable(instant),
  keyType: z.nullable(z.string()),
  message: z.string(),
  neededShare: z.int(),
  audit: z.nullable(
    z.object({
      id: z.int(),
      user: z.nullable(Actor),
      completedBy: z.nullable(Actor),
      totalExpected: z.int(),
      totalScanned: z.int(),
      missing: z.int(),
      share: z.int(),
      countedBy: z.array(CountedBy),
      validUntil: instant,
    }),
  ),
});
export type Verification = z.infer<typeof Verification>;

/** GET /api/audit/verification/{locationId}: of any audit; with `keyType` of that type or all, with `all` of all types only. */
export const VerificationQuery = z.object({ keyType: z.optional(lineQuery('Unknown type')) });
