import * as z from 'zod/mini';
import { changedSince, instant, optionalText, pageQuery, requiredLine } from './text.ts';

/** A location's id and name. */
export const LocationRef = z.object({ id: z.int(), name: z.string() });
export type LocationRef = z.infer<typeof LocationRef>;

/** A place where sets are kept: an office or a van. */
export const Location = z.object({
  id: z.int(),
  companyId: z.int(),
  name: z.string(),
  type: z.string(),
  description: z.nullable(z.string()),
  status: z.string(),
});
export type Location = z.infer<typeof Location>;

/** A location as listed to users who may change it: a change sends `updatedAt` in If-Match. */
export const ListLocation = z.extend(Location, { updatedAt: instant });
export type ListLocation = z.infer<typeof ListLocation>;

/** GET /api/locations, by name: all without `limit` and `cursor`; `changedSince`: those changed then or later. */
export const LocationQuery = z.object({ changedSince, ...pageQuery });

/** POST /api/locations. Status: active when not sent. */
export const LocationForm = z.object({
  name: requiredLine('Name is required'),
  type: requiredLine('Type is required'),
  description: optionalText(),
  status: z.optional(requiredLine('Unknown status')),
});

/** PATCH /api/locations/{id}: only what is sent changes. */
export const LocationPatch = z.partial(LocationForm);
