import * as z from 'zod/mini';
import { cleanLine, cleanText } from './clean-text.ts';
import { NAME_MAX, PAGE_MAX, TEXT_MAX } from './limits.ts';
import { isZone } from './zone.ts';

/** Cleaning turns at most four code units into one, so a longer text is too long in any case. */
const SHRINKS_BY = 4;

/** Cleans only text that can fit, so that long input costs little; longer text stays as it is and is refused. */
const cleaned = (clean: (text: string) => string, max: number) =>
  z.overwrite((text: string) => (text.trim().length > max * SHRINKS_BY ? text : clean(text)));

const tooLong = (max: number) => `Must be at most ${max} characters`;

/** A required line: names, identifiers, tags. `required` is the message when it is missing, blank or not a string. */
export const requiredLine = (required: string, max = NAME_MAX) =>
  z.string(required).check(cleaned(cleanLine, max), z.minLength(1, required), z.maxLength(max, tooLong(max)));

const blankToNull = z.transform((text: string | null) => text || null);

/** A line that may be missing, null or blank; blank is stored as null. */
export const optionalLine = (max = NAME_MAX) =>
  z.optional(
    z.pipe(
      z.nullable(z.string('Must be text').check(cleaned(cleanLine, max), z.maxLength(max, tooLong(max)))),
      blankToNull,
    ),
  );

/** Longer text (notes, purpose, reason, description) that may be missing, null or blank; blank is stored as null. */
export const optionalText = (max = TEXT_MAX) =>
  z.optional(
    z.pipe(
      z.nullable(z.string('Must be text').check(cleaned(cleanText, max), z.maxLength(max, tooLong(max)))),
      blankToNull,
    ),
  );

/** A text of a form that `isRight` knows, in a body; it may be missing, null or blank, and blank is stored as null. */
export const optionalWhere = (isRight: (text: string) => boolean, message: string) =>
  z.optional(
    z.pipe(
      z.nullable(z.string(message).check(z.refine((text) => text === '' || isRight(text), message))),
      blankToNull,
    ),
  );

/** A day: YYYY-MM-DD, one that exists. Missing, null or blank is none. */
export const optionalDay = optionalWhere(
  (text) => z.iso.date().safeParse(text).success && text >= '0001-01-01',
  'Enter a date',
);

/** An email address as it is stored and compared: lower case, at most 255 characters. */
export const emailField = (message = 'Please enter a valid email') =>
  z.string(message).check(
    z.overwrite((text: string) => text.trim().toLowerCase()),
    z.maxLength(NAME_MAX, tooLong(NAME_MAX)),
    z.regex(z.regexes.email, message),
  );

/** An id of a record: a positive safe integer that PostgreSQL's integer holds. */
export const idField = (message = 'Unknown id') =>
  z.int(message).check(z.gte(1, message), z.lte(2_147_483_647, message));

/** The id of a record in a query string, where everything is text. */
export const idQuery = (message = 'Unknown id') =>
  z.pipe(
    z.string(message).check(z.regex(/^[1-9]\d{0,9}$/, message)),
    z.pipe(z.transform(Number), idField(message)),
  );

/** X-Next-Cursor of the previous page. It contains up to three texts, each of up to 255 characters of four bytes, in base64. */
export const cursorQuery = () =>
  z.optional(z.string('Unknown cursor').check(z.maxLength(5000, 'Unknown cursor')));

/** The number of list entries requested in a query string: 1 to `max`. */
export const limitQuery = (max = PAGE_MAX) =>
  z.pipe(
    z.string('Unknown limit').check(z.regex(/^\d{1,4}$/, 'Unknown limit')),
    z.pipe(
      z.transform(Number),
      z.int().check(z.gte(1, 'Unknown limit'), z.lte(max, `At most ${max} at a time`)),
    ),
  );

/** The two parameters of every paged list. */
export const pageQuery = { limit: z.optional(limitQuery()), cursor: cursorQuery() };

/** A field that clients send and the server sets itself (D-02, D-08, S-37): its value is not read. */
export const notRead = z.optional(z.unknown());

/** A search text in a query string, cleaned like a stored line so that it can match one. */
export const lineQuery = (message: string, max = NAME_MAX) =>
  z.string(message).check(cleaned(cleanLine, max), z.maxLength(max, tooLong(max)));

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** Whether a text is an existing time: JavaScript reads 30 February as 2 March, PostgreSQL refuses it. */
function isInstant(text: string): boolean {
  const [, year = '', month = '', day = ''] = INSTANT.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number(year) > 0 && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** A time in a query string or a body: ISO 8601 with a zone. */
export const instantQuery = z.string('Unknown date').check(z.refine(isInstant, 'Unknown date'));

/** `changedSince` of a list: what changed at that moment or later, in the order of the changes. */
export const changedSince = z.optional(instantQuery);

/** A time zone in a body: a name of the IANA database. */
export const zone = z.string('Unknown time zone').check(z.refine(isZone, 'Unknown time zone'));

/** A time zone in a query string: a name of the IANA database; the company's when it is missing. */
export const zoneQuery = z.optional(zone);

/** A time in a reply: ISO 8601 UTC. */
export const instant = z.string();

/**
 * The corrected words, spelt as stored, when a search matched only after typo correction: one error in words of five letters or more, two
 * in nine or more. Words with a digit (set IDs, tags, labels, references, badges) are never corrected.
 */
export const meant = z.optional(z.string());
