import * as z from 'zod/mini';
import { instant, optionalText, requiredLine } from './text.ts';

/** A location where sets hang. */
export const Location = z.object({
  id: z.int(),
  companyId: z.int(),
  name: z.string(),
  type: z.string(),
  description: z.nullable(z.string()),
  status: z.string(),
});
export type Location = z.infer<typeof Location>;

/** A location as it is listed to somebody who may change it: `updatedAt` is what a change names in If-Match. */
export const ListLocation = z.extend(Location, { updatedAt: instant });
export type ListLocation = z.infer<typeof ListLocation>;

/** POST /api/locations. Status: active when not sent. */
export const LocationForm = z.object({
  name: requiredLine('Name is required'),
  type: requiredLine('Type is required'),
  description: optionalText(),
  status: z.optional(requiredLine('Unknown status')),
});

/** PATCH /api/locations/{id}: only what is sent changes. */
export const LocationPatch = z.partial(LocationForm);

export const LOCATION_STATUSES = ['active', 'limited'] as const;

/** Any status but active is shown as Limited. */
export const locationStatusLabel = (status: string): string => (status === 'active' ? 'Active' : 'Limited');

export const FALLBACK_LOCATION_TYPES = ['office', 'van'] as const;
export const LOCATION_TYPE_LABELS: Record<string, string> = { office: 'Office', van: 'Mobile Van' };
