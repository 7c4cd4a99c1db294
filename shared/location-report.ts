import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { CountedBy } from './audit.ts';
import { Accuracy } from './audit-readings.ts';
import { KeyBunch } from './key-bunch.ts';
import { REPORT_BUNCHES_MAX } from './limits.ts';
import { Location } from './location.ts';
import { cursorQuery, instant, limitQuery, zoneQuery } from './text.ts';

/** An audit in a report: its type (null: all), who began, counted and completed it, and the counts of expected and seen sets. */
export const ReportAudit = z.object({
  id: z.int(),
  keyType: z.nullable(z.string()),
  endTime: instant,
  user: Actor,
  completedBy: z.nullable(Actor),
  countedBy: z.array(CountedBy),
  totalExpected: z.int(),
  totalScanned: z.int(),
});

/** GET /api/locations/{id}/report: `cursor` is `next` of the previous page. */
export const ReportQuery = z.object({
  limit: z.optional(limitQuery(REPORT_BUNCHES_MAX)),
  cursor: cursorQuery(),
});

/**
 * Missing bunches first, then issued ones by time out, then by set ID; `limit` of them, REPORT_BUNCHES_MAX at most. `next` is the cursor of
 * the next page, null on the last. The figures are those of the whole location.
 */
export const LocationReport = z.object({
  location: Location,
  summary: z.object({ total: z.int(), active: z.int(), issued: z.int(), missing: z.int() }),
  byType: z.record(z.string(), z.int()),
  byStatus: z.record(z.string(), z.int()),
  bunches: z.array(KeyBunch),
  next: z.nullable(z.string()),
  /** The latest completed audit of every set, of any type. */
  lastAudit: z.nullable(ReportAudit),
  /** The latest completed audit of all types. */
  lastWholeAudit: z.nullable(ReportAudit),
  /** Of its audits in the last 90 days; null without any. */
  accuracy: z.nullable(Accuracy),
});
export type LocationReport = z.infer<typeof LocationReport>;

/** GET /api/locations/{id}/report/export: `tz` is an IANA zone name, the company's when it is missing. */
export const ReportExportQuery = z.object({ tz: zoneQuery });
