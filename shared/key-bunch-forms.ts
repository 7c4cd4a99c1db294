import * as z from 'zod/mini';
import { TAG_REQUIRED } from './custody-words.ts';
import { issueFields } from './issue.ts';
import { PHOTO_ADDRESS } from './key-bunch.ts';
import {
  isRandomSerial,
  normaliseSerial,
  PHOTO_HEAD,
  PHOTO_TEXTS,
  RANDOM_SERIAL,
} from './key-bunch-words.ts';
import { COUNT_MAX, NAME_MAX, POSITION_MAX, PREMISES_OF_SET_MAX } from './limits.ts';
import { idField, instantQuery, notRead, optionalLine, optionalText, requiredLine } from './text.ts';

/** `imageUrl` of a PATCH: a new picture as a data URL, the photo's own address (no change), or null, which removes it. */
export const photoField = z.optional(
  z.nullable(
    z
      .string(PHOTO_TEXTS.notImage)
      .check(
        z.refine((url) => PHOTO_HEAD.test(url.slice(0, 40)) || PHOTO_ADDRESS.test(url), PHOTO_TEXTS.notImage),
      ),
  ),
);

/** GET .../photo: `v` as in the address. Without it, the current photo. */
export const PhotoQuery = z.object({
  v: z.optional(z.string('Unknown photo').check(z.regex(/^[0-9a-f]{32}$/, 'Unknown photo'))),
});

const counted = (message: string, min: number) =>
  z.int(message).check(z.gte(min, message), z.lte(COUNT_MAX, `Must be at most ${COUNT_MAX}`));
const keyCount = counted('Key count must be at least 1', 1);
const fobCount = counted('Fob count cannot be negative', 0);

/** Some letters become two in upper case, so a serial that fits as sent may not fit as stored. */
const fits = z.refine(
  (serial: unknown) => typeof serial !== 'string' || normaliseSerial(serial).length <= NAME_MAX,
  `Must be at most ${NAME_MAX} characters`,
);

const lasts = z.refine(
  (serial: unknown) => typeof serial !== 'string' || !isRandomSerial(serial),
  RANDOM_SERIAL,
);

/** A required serial, read from a tag. */
export const readSerial = requiredLine('NFC serial is required').check(fits);

const nfcSerial = z.pipe(
  optionalLine().check(fits, lasts),
  z.transform((serial) => (serial ? normaliseSerial(serial) || null : serial)),
);

/** An approval of a second person, used once. */
export const approvalId = z.optional(idField('Approval not found'));

/** POST /api/key-bunches. `description` is another name of `keyDescription`. */
export const KeyBunchForm = z.object({
  identifier: requiredLine('Identifier is required'),
  type: z.optional(requiredLine('Type is required')),
  currentTag: requiredLine(TAG_REQUIRED),
  locationId: idField('Location is required'),
  status: z.optional(requiredLine('Unknown status')),
  keyCount: z.optional(keyCount),
  fobCount: z.optional(fobCount),
  keyDescription: optionalText(),
  description: optionalText(),
  notes: optionalText(),
  nfcSerial: z.optional(nfcSerial),
  position: optionalLine(POSITION_MAX),
  secondPerson: z.optional(z.boolean('Must be true or false')),
  /** The blank code of a printed label, as it was scanned or typed. */
  labelCode: optionalLine(),
  /** The premises that the set opens; the first one is shown in lists. */
  premisesIds: z.optional(
    z
      .array(idField('Unknown premises'), 'Unknown premises')
      .check(z.maxLength(PREMISES_OF_SET_MAX, `At most ${PREMISES_OF_SET_MAX} premises`)),
  ),
});

/**
 * PATCH /api/key-bunches/{id}: only what is sent changes; the tag may be emptied. With `auditSessionId` the edit is part of that audit.
 * `imageUpdatedAt` is the server's; one that is sent is not read (S-37). `reason` and `movementNotes` explain a change of tag or status and
 * are stored in the history, as `details.reason` and `notes`; without such a change they are ignored (`notes` are the set's own).
 * `secondPerson` false needs `approvalId`, an approval to switch it off.
 */
export const KeyBunchPatch = z.extend(z.partial(KeyBunchForm), {
  currentTag: optionalLine(),
  approvalId,
  auditSessionId: z.optional(idField('No active audit session found')),
  reason: optionalText(),
  movementNotes: optionalText(),
  imageUrl: photoField,
  imageUpdatedAt: notRead,
});
export type KeyBunchPatch = z.output<typeof KeyBunchPatch>;

/** The fields of the form in Key Details. */
export const KeyDetailsForm = z.object({
  identifier: requiredLine('Identifier is required'),
  currentTag: optionalLine(),
  keyCount,
  fobCount,
  keyDescription: optionalText(),
  notes: optionalText(),
  position: optionalLine(POSITION_MAX),
  secondPerson: z.optional(z.boolean('Must be true or false')),
});

const NOWHERE = 'Must specify either a new location or bunch type';

/**
 * POST /api/key-bunches/{id}/move: a new location, a new type, or both. `fromLocationId` makes it a step of a bulk move:
 * it and `fromBunchType` must be what the bunch has.
 */
export const MoveForm = z
  .object({
    fromLocationId: z.optional(z.nullable(idField('Location is required'))),
    fromBunchType: optionalLine(),
    toLocationId: z.optional(z.nullable(idField('Location is required'))),
    toBunchType: optionalLine(),
    notes: optionalText(),
    performedBy: notRead,
  })
  .check(
    z.refine((move) => Boolean(move.toLocationId || move.toBunchType), {
      error: NOWHERE,
      path: ['toLocationId'],
    }),
  );

type Named = { holderId?: unknown; officerUserId?: unknown; officerName?: unknown };
/** A body names a person, by an id or a name. */
export const namesPerson = z.refine<Named>(
  (named) => Boolean(named.holderId || named.officerUserId || named.officerName),
  { error: 'Officer name is required', path: ['officerName'] },
);

/** Issues a set although it is reserved for another person, who is notified. */
export const overReservation = z.optional(z.boolean('Must be true or false'));

/**
 * For a set that needs a second person: the approval of its leaving to this person, due then. Without `dueAt` the due time of the approval
 * holds.
 */
export const approvalFields = { approvalId, emergencyReason: optionalText() };

/** The form of an issue, where a name is always typed. */
export const IssueForm = z.object({
  officerName: requiredLine('Officer name is required'),
  holderId: z.optional(z.nullable(idField('Unknown person'))),
  dueAt: z.optional(z.nullable(instantQuery)),
  officerUserId: z.optional(z.nullable(idField())),
  ...issueFields,
  newTag: optionalLine(),
  notes: optionalText(),
});

/**
 * POST /api/key-bunches/{id}/issue. `newTag` is only recorded; the set gets its new tag at the return. With `holderId` or `officerUserId` the
 * keys are that holder's, and `officerName` is not needed; beside `holderId` it must be their name. A name alone is theirs when exactly one
 * holder is called so. Without `dueAt` they are due by the rule of their type, when a reservation that this takes ends, and
 * RESERVE_MARGIN_MINUTES before one of another person at the latest. `emergencyReason` replaces a missing approval where the company allows
 * it; every approver is notified.
 */
export const IssueBody = z
  .extend(IssueForm, { officerName: optionalLine(), overReservation, ...approvalFields })
  .check(namesPerson);

const present = (noun: 'keys' | 'fobs') => {
  const message = `Enter how many ${noun} are there`;
  return z.optional(
    z.nullable(z.int(message).check(z.gte(0, message), z.lte(COUNT_MAX, `Must be at most ${COUNT_MAX}`))),
  );
};
/** The counts at a return; missing means complete. */
export const counts = { keysCounted: present('keys'), fobsCounted: present('fobs') };

/** The form of a return, where a name is always typed. */
export const ReturnForm = z.object({
  officerName: requiredLine('Officer name is required'),
  newTag: requiredLine('New tag number is required when returning keys'),
  ...counts,
  missingNote: optionalText(),
  notes: optionalText(),
});

/**
 * POST /api/key-bunches/{id}/return: the seal was broken, so a new tag is required. Who returned the keys is `holderId`, or a name; beside
 * `holderId` the name must be theirs. Fewer keys or fobs than registered make the set short; `missingNote` says what is missing.
 */
export const ReturnBody = z
  .extend(ReturnForm, {
    holderId: z.optional(z.nullable(idField('Unknown person'))),
    officerName: optionalLine(),
  })
  .check(namesPerson);

/** POST /api/key-bunches/{id}/link-nfc. */
export const LinkForm = z.object({ nfcSerial: readSerial.check(lasts) });

/** DELETE /api/key-bunches/{id}. */
export const DeleteForm = z.object({ reason: optionalText() });
