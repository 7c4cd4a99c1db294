import * as z from 'zod/mini';
import { KeyBunch } from './key-bunch.ts';
import { KEY_BUNCH_SORTS, WITHOUT } from './key-bunch-words.ts';
import { changedSince, cursorQuery, idQuery, instant, limitQuery, lineQuery, meant } from './text.ts';

/**
 * The fields that a search covers: the set's present values, all its former tags and holders, what it opens, its position, and its label's
 * code (whole).
 */
export const MATCH_FIELDS = [
  'identifier',
  'currentTag',
  'formerTag',
  'nfcSerial',
  'label',
  'keyDescription',
  'notes',
  'holder',
  'formerHolder',
  'premises',
  'address',
  'client',
  'reference',
  'position',
] as const;

/** Why a search found a set: the best of its matches, complete. `at`: when a former tag or holder ended; else null. */
export const KeyBunchMatch = z.object({
  field: z.enum(MATCH_FIELDS),
  text: z.string(),
  at: z.nullable(instant),
});
export type KeyBunchMatch = z.infer<typeof KeyBunchMatch>;

/**
 * A set in a list; with `q` it says why it is there, and what was meant when it is a guess (shared/text.ts), with `labels` the code of its
 * label, if it has one.
 */
export const ListedKeyBunch = z.extend(KeyBunch, {
  match: z.optional(KeyBunchMatch),
  meant,
  label: z.optional(z.string()),
});
export type ListedKeyBunch = z.infer<typeof ListedKeyBunch>;

const wholeNumber = (message: string, digits: number) =>
  z.pipe(
    z.string(message).check(z.regex(new RegExp(`^[1-9]\\d{0,${digits - 1}}$`), message)),
    z.transform(Number),
  );

/**
 * GET /api/key-bunches: with any of these parameters the reply is one page, without them the whole list. `sort` is a column, with a leading
 * minus for descending order; `cursor` is X-Next-Cursor of the page before.
 *
 * `q` compares without regard to case; identifiers and tags also without spaces and hyphens. Without `sort` the best matches come first:
 * the identifier itself, the tag, serial or label or the name or address of what it opens, a tag the set wore or its position, the very
 * words in the description, the beginning of something, the rest; each in order of the identifier. A search that more than 2,000 texts
 * match keeps the first three apart and no more; its X-Total-Count stops at 1,000 and X-Total-More says that there are more. A search that
 * finds nothing forgives typing errors, as `meant` says; at most 200 guesses are returned.
 *
 * `status` is the name of a status: companies name their own, so that a name of none finds no sets.
 *
 * `outHours` keeps the sets issued more than N hours ago (sort=issuedAt: longest out first, sets that are not out last), `notSeenDays`
 * those not seen for N days or never (sort=lastSeen: never seen first). `due` keeps the sets that are overdue, those due today in the
 * company's time zone and not overdue, or those that are out without a time (sort=due: soonest first); `short` those that lack keys or
 * fobs; `without` those that have no tag number, NFC tag, premises, photo or label; `changedSince` those whose `lastUpdated` is that or later,
 * in its order (a new photo and a sighting do not change it). sort=position goes from hook to hook, numbers in order of their values, sets
 * without a position last. `labels` adds the codes of the sets' labels.
 */
export const KeyBunchQuery = z
  .object({
    q: z.optional(lineQuery('Unknown search')),
    nfcSerial: z.optional(lineQuery('Unknown NFC serial')),
    type: z.optional(lineQuery('Unknown type')),
    locationId: z.optional(idQuery('Unknown location')),
    status: z.optional(lineQuery('Unknown status')),
    outHours: z.optional(wholeNumber('Unknown number of hours', 5)),
    notSeenDays: z.optional(wholeNumber('Unknown number of days', 4)),
    holderId: z.optional(idQuery('Unknown person')),
    premisesId: z.optional(idQuery('Unknown premises')),
    due: z.optional(z.enum(['overdue', 'today', 'none'], 'Unknown due time')),
    short: z.optional(z.literal('true', 'Unknown value')),
    without: z.optional(z.enum(WITHOUT, 'Unknown part of a key set')),
    labels: z.optional(z.literal('true', 'Unknown value')),
    changedSince,
    sort: z.optional(
      z.enum(
        KEY_BUNCH_SORTS.flatMap((sort) => [sort, `-${sort}`] as const),
        'Unknown sort order',
      ),
    ),
    limit: z.optional(limitQuery()),
    cursor: cursorQuery(),
  })
  .check(
    z.refine(({ changedSince: since, sort }) => !since || !sort || /^-?lastUpdated$/.test(sort), {
      error: 'With changedSince, sort by lastUpdated',
      path: ['sort'],
    }),
  );
export type KeyBunchQuery = z.output<typeof KeyBunchQuery>;

/** GET /api/key-bunches/check: what already carries this identifier or tag, or hangs at this position of a location, to warn and never to block. */
export const CheckQuery = z.object({
  identifier: z.optional(lineQuery('Unknown identifier')),
  tag: z.optional(lineQuery('Unknown tag')),
  position: z.optional(lineQuery('Unknown position')),
  locationId: z.optional(idQuery('Unknown location')),
  except: z.optional(idQuery('Unknown key set')),
});

const Carrier = z.object({ identifier: z.string(), locationName: z.string() });
/** `code` is the identifier or tag as stored: the one that was asked for, or one that looks like it (migrations/0002-text.sql). */
const CodeCarrier = z.extend(Carrier, { code: z.string() });
/**
 * The sets other than `except` that have the identifier, the tag or one that looks like it, or the position at the location. For a former
 * tag: the set that had it last (`except` and deleted ones too), its location, when the seal was last recorded, and whether that set is
 * `except`. Only sets the caller may see.
 */
export const CheckReply = z.object({
  identifier: z.nullable(CodeCarrier),
  tag: z.nullable(CodeCarrier),
  position: z.nullable(Carrier),
  formerTag: z.nullable(z.extend(Carrier, { lastWornAt: instant, isExcept: z.boolean() })),
});
export type CheckReply = z.infer<typeof CheckReply>;

/** A person who can be named as the holder. */
export const Officer = z.object({
  name: z.string(),
  userId: z.nullable(z.int()),
  /** Distinguishes active users of the same name; null where the name is unique. */
  email: z.nullable(z.string()),
});
export type Officer = z.infer<typeof Officer>;
