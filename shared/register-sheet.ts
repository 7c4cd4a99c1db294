import * as z from 'zod/mini';
import { HolderRef, PremisesRef } from './key-bunch.ts';
import { LocationRef } from './location.ts';
import { cursorQuery, idField, idQuery, instant, limitQuery } from './text.ts';

/**
 * GET /api/register-sheet: the sets of a location in the order of their hooks, REGISTER_SHEET_SETS at a time without `limit`. `sites=true` is the sheet
 * of what they open.
 */
export const RegisterSheetQuery = z.object({
  location: idQuery('Unknown location'),
  sites: z.optional(z.literal('true', 'Unknown value')),
  limit: z.optional(limitQuery()),
  cursor: cursorQuery(),
});

/**
 * A line of the sheet. `phone` of the holder only for callers who see people; `since`: when it was issued, or missing since; `lastHolder` of
 * a missing set. `door` and `premises` only with `sites`.
 */
export const SheetSet = z.object({
  id: z.int(),
  identifier: z.string(),
  position: z.nullable(z.string()),
  status: z.string(),
  keyCount: z.int(),
  fobCount: z.int(),
  keysPresent: z.nullable(z.int()),
  tag: z.nullable(z.string()),
  holder: z.nullable(HolderRef),
  phone: z.nullable(z.string()),
  since: z.nullable(instant),
  dueAt: z.nullable(instant),
  lastHolder: z.nullable(z.string()),
  door: z.optional(z.nullable(z.string())),
  premises: z.optional(z.array(PremisesRef)),
});
export type SheetSet = z.infer<typeof SheetSet>;

/** A page of the sheet's sets, and the figures of all sets of the location. */
export const RegisterSheet = z.object({
  location: LocationRef,
  counts: z.object({ sets: z.int(), out: z.int(), missing: z.int() }),
  sets: z.array(SheetSet),
});
export type RegisterSheet = z.infer<typeof RegisterSheet>;

/** POST /api/register-sheet: takes the next number of the company for a sheet that is printed; none is given twice. */
export const PrintedSheetForm = z.object({
  locationId: idField('Unknown location'),
  sites: z.optional(z.boolean('Unknown value')),
});
export const PrintedSheet = z.object({ number: z.int(), name: z.string(), at: instant });
export type PrintedSheet = z.infer<typeof PrintedSheet>;
