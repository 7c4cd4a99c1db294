import * as z from 'zod/mini';
import { KeyBunch } from './key-bunch.ts';
import { Location } from './location.ts';
import { instant } from './text.ts';

/** GET /api/locations/{id}/report (SPEC 2.13): the bunches missing first, then the issued by time out, then by set ID. */
export const LocationReport = z.object({
  location: Location,
  summary: z.object({ total: z.int(), active: z.int(), issued: z.int(), missing: z.int() }),
  byType: z.record(z.string(), z.int()),
  byStatus: z.record(z.string(), z.int()),
  bunches: z.array(KeyBunch),
  lastAudit: z.nullable(z.object({ id: z.int(), endTime: instant })),
});
export type LocationReport = z.infer<typeof LocationReport>;
