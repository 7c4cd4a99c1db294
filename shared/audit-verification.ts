import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { instant, lineQuery } from './text.ts';

/** An audit less than this many hours old verifies its location. */
export const AUDIT_VALID_HOURS = 24;

/**
 * Whether a location counts as audited. Hours are whole, rounded down. `audit` is the one it rests on, or that
 * is too old: how many were expected, seen and missing, who began and who completed it, and until when it verifies.
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
      completedBy: z.nullable(Actor),
      totalExpected: z.int(),
      totalScanned: z.int(),
      missing: z.int(),
      validUntil: instant,
    }),
  ),
});
export type Verification = z.infer<typeof Verification>;

/** GET /api/audit/verification/{locationId}: of any audit; with `keyType` of that type or all, with `all` of all types only. */
export const VerificationQuery = z.object({ keyType: z.optional(lineQuery('Unknown type')) });
