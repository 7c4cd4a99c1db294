import * as z from 'zod/mini';
import { KEY_BUNCH_LIMIT_MAX } from './limits.ts';
import { idQuery, limitQuery, lineQuery } from './text.ts';

export const KEY_BUNCH_SORTS = ['identifier', 'type', 'location', 'status', 'lastUpdated'] as const;

/**
 * GET /api/key-bunches: with any of these one page comes back, without any everything (DECISIONS S-36). `sort` is a column, with
 * a leading minus for descending order; `cursor` is what X-Next-Cursor of the page before said.
 */
export const KeyBunchQuery = z.object({
  q: z.optional(lineQuery('Unknown search')),
  nfcSerial: z.optional(lineQuery('Unknown NFC serial')),
  type: z.optional(lineQuery('Unknown type')),
  locationId: z.optional(idQuery('Unknown location')),
  status: z.optional(lineQuery('Unknown status')),
  sort: z.optional(
    z.enum(
      KEY_BUNCH_SORTS.flatMap((sort) => [sort, `-${sort}`] as const),
      'Unknown sort order',
    ),
  ),
  limit: z.optional(limitQuery(KEY_BUNCH_LIMIT_MAX)),
  cursor: z.optional(z.string('Unknown cursor').check(z.maxLength(1000, 'Unknown cursor'))),
});
export type KeyBunchQuery = z.output<typeof KeyBunchQuery>;

/** GET /api/key-bunches/check: what already carries this identifier or tag, to warn and never to block (DECISIONS S-31). */
export const CheckQuery = z.object({
  identifier: z.optional(lineQuery('Unknown identifier')),
  tag: z.optional(lineQuery('Unknown tag')),
  except: z.optional(idQuery('Unknown key set')),
});
export const CheckReply = z.object({
  identifier: z.nullable(z.object({ identifier: z.string(), locationName: z.string() })),
  tag: z.nullable(z.object({ identifier: z.string(), locationName: z.string() })),
});

/** Somebody who may be named as the holder (DECISIONS D-07). */
export const Officer = z.object({
  name: z.string(),
  userId: z.nullable(z.int()),
  /** Tells apart active users of the same name; null where the name alone does. */
  email: z.nullable(z.string()),
});
export type Officer = z.infer<typeof Officer>;
