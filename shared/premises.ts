import * as z from 'zod/mini';
import { ListedKeyBunch } from './key-bunch-query.ts';
import {
  changedSince,
  cursorQuery,
  instant,
  limitQuery,
  lineQuery,
  meant,
  optionalLine,
  optionalText,
  requiredLine,
} from './text.ts';

const facts = {
  id: z.int(),
  name: z.string(),
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  client: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
};

/**
 * A client's building or unit that sets open. `sets` and `out` count the sets that open it and those of them that are out, as far as the
 * caller may see them.
 */
export const Premises = z.object({ ...facts, sets: z.int(), out: z.int() });
export type Premises = z.infer<typeof Premises>;

/** Premises in a list; with `q`, the corrected words if the search guessed (shared/text.ts). */
export const ListedPremises = z.extend(Premises, { meant });
export type ListedPremises = z.infer<typeof ListedPremises>;

/** Single premises with their sets in order of the identifiers, at most PREMISES_SETS_MAX. */
export const PremisesDetail = z.extend(Premises, { keyBunches: z.array(ListedKeyBunch) });
export type PremisesDetail = z.infer<typeof PremisesDetail>;

/**
 * GET /api/premises, by name, or with sort=client by client and name, those without a client last. With `q` and no sort=client the name or
 * address itself comes first, unless more than COUNTED_MATCHES match (200 for users with limited locations). With `changedSince` those
 * changed then or later, in the order of the changes (sort=updatedAt).
 */
export const PremisesQuery = z
  .object({
    q: z.optional(lineQuery('Unknown search')),
    client: z.optional(lineQuery('Unknown client')),
    sort: z.optional(z.enum(['name', 'client', 'updatedAt'], 'Unknown sort order')),
    changedSince,
    limit: z.optional(limitQuery()),
    cursor: cursorQuery(),
  })
  .check(
    z.refine(({ changedSince: since, sort }) => !since || !sort || sort === 'updatedAt', {
      error: 'With changedSince, sort by updatedAt',
      path: ['sort'],
    }),
  );
export type PremisesQuery = z.output<typeof PremisesQuery>;

/** POST /api/premises. */
export const PremisesForm = z.object({
  name: requiredLine('Name is required'),
  address: optionalLine(500),
  postcode: optionalLine(20),
  client: optionalLine(),
  reference: optionalLine(),
  notes: optionalText(),
});

/** PATCH /api/premises/{id}: only what is sent changes. */
export const PremisesPatch = z.extend(z.partial(PremisesForm), {
  isActive: z.optional(z.boolean('Active must be true or false')),
});

/** GET /api/clients: the clients of visible premises, for suggestions, each with its number of premises. */
export const ClientQuery = z.object({ q: z.optional(lineQuery('Unknown search')) });
export const Client = z.object({ name: z.string(), premises: z.int() });
