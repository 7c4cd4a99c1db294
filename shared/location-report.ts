import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { KeyBunch } from './key-bunch.ts';
import { Location } from './location.ts';
import { instant, zoneQuery } from './text.ts';

/** An audit in a report: of which type (null: all of them), who did it, how many were expected and how many of them were seen. */
const ReportAudit = z.object({
  id: z.int(),
  keyType: z.nullable(z.string()),
  endTime: instant,
  user: Actor,
  totalExpected: z.int(),
  totalScanned: z.int(),
});

/** GET /api/locations/{id}/report: the bunches missing first, then the issued by time out, then by set ID. */
export const LocationReport = z.object({
  location: Location,
  summary: z.object({ total: z.int(), active: z.int(), issued: z.int(), missing: z.int() }),
  byType: z.record(z.string(), z.int()),
  byStatus: z.record(z.string(), z.int()),
  bunches: z.array(KeyBunch),
  /** The latest completed audit, of whatever types. */
  lastAudit: z.nullable(ReportAudit),
  /** The latest completed audit of all types. */
  lastWholeAudit: z.nullable(ReportAudit),
});
export type LocationReport = z.infer<typeof LocationReport>;

/** GET /api/locations/{id}/report/export: `tz` is an IANA zone name. */
export const ReportExportQuery = z.object({ tz: zoneQuery });

/** `{location}_keys_report_{date}.csv`; what is no letter, digit, - or _ in the name becomes _. `date` is YYYY-MM-DD. */
export const reportFileName = (location: string, date: string): string =>
  `${location.replace(/[^\p{L}\p{M}\p{N}_-]/gu, '_')}_keys_report_${date}.csv`;
