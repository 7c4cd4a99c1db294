import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { KeyBunch } from './key-bunch.ts';
import { REPORT_BUNCHES_MAX } from './limits.ts';
import { Location } from './location.ts';
import { cursorQuery, instant, limitQuery, zoneQuery } from './text.ts';

/** An audit in a report: of which type (null: all of them), who began and who completed it, how many were expected and how many of them were seen. */
const ReportAudit = z.object({
  id: z.int(),
  keyType: z.nullable(z.string()),
  endTime: instant,
  user: Actor,
  completedBy: z.nullable(Actor),
  totalExpected: z.int(),
  totalScanned: z.int(),
});

/** GET /api/locations/{id}/report: `cursor` is what `next` of the page before said. */
export const ReportQuery = z.object({
  limit: z.optional(limitQuery(REPORT_BUNCHES_MAX)),
  cursor: cursorQuery(),
});

/**
 * The bunches are missing first, then the issued by time out, then by set ID: as many as were asked for, REPORT_BUNCHES_MAX at most;
 * `next` leads to those behind them, null to none. The figures are those of the whole location.
 */
export const LocationReport = z.object({
  location: Location,
  summary: z.object({ total: z.int(), active: z.int(), issued: z.int(), missing: z.int() }),
  byType: z.record(z.string(), z.int()),
  byStatus: z.record(z.string(), z.int()),
  bunches: z.array(KeyBunch),
  next: z.nullable(z.string()),
  /** The latest completed audit, of whatever types. */
  lastAudit: z.nullable(ReportAudit),
  /** The latest completed audit of all types. */
  lastWholeAudit: z.nullable(ReportAudit),
});
export type LocationReport = z.infer<typeof LocationReport>;

/** GET /api/locations/{id}/report/export: `tz` is an IANA zone name, the company's when it is missing. */
export const ReportExportQuery = z.object({ tz: zoneQuery });
