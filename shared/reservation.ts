import * as z from 'zod/mini';
import { items, keyBunchId } from './custody.ts';
import { HolderRef, KeyBunch } from './key-bunch.ts';
import { BATCH_MAX } from './limits.ts';
import { LocationRef } from './location.ts';
import { OBSTACLES, RESERVATION_STATES, RESERVATION_TABS, RESERVED_BY } from './reservation-text.ts';
import {
  changedSince,
  idField,
  idQuery,
  instant,
  instantQuery,
  lineQuery,
  optionalText,
  optionalWhere,
  pageQuery,
  requiredLine,
} from './text.ts';
import { CLOCK_TIME } from './zone.ts';

const period = { from: instantQuery, until: instantQuery };

/**
 * POST /api/reservations: sets for a person from one moment to another, all of them or none. At most RESERVE_AHEAD_DAYS ahead and
 * RESERVE_DAYS long.
 */
export const ReservationForm = z.object({
  holderId: idField('Choose a person'),
  ...period,
  purpose: optionalText(),
  notes: optionalText(),
  items: items(z.object({ keyBunchId })),
});

/** PATCH /api/reservations/{id}: only the fields sent are changed. `cancelled` ends it; a cancelled one never comes back. */
export const ReservationPatch = z.object({
  from: z.optional(period.from),
  until: z.optional(period.until),
  purpose: optionalText(),
  notes: optionalText(),
  cancelled: z.optional(z.literal(true, 'Unknown value')),
});

/**
 * POST /api/reservations/pick: sets laid ready, or put back on their hooks (`picked` false). Not a movement. All or none. A set is laid ready
 * for one of its reservations at a time.
 */
export const PickForm = z.object({
  reservationIds: z
    .array(idField('Unknown reservation'), 'Choose the reservations')
    .check(
      z.minLength(1, 'Choose the reservations'),
      z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} at a time`),
    ),
  picked: z.boolean('Picked must be true or false'),
});

/**
 * GET /api/reservations. `tab` is by the beginning and the company's clock; without it all open ones; `ended` only of a set or a person. `blocked`: only those whose set is not
 * where it must be. `by` is the order: by time, person, hook (each location for itself) or change. With `changedSince` those changed then or later, ended
 * ones too, in the order of the changes.
 */
export const ReservationQuery = z
  .object({
    tab: z.optional(z.enum(RESERVATION_TABS, 'Unknown value')),
    by: z.optional(z.enum(RESERVED_BY, 'Unknown value')),
    q: z.optional(lineQuery('Unknown search')),
    locationId: z.optional(idQuery('Unknown location')),
    holderId: z.optional(idQuery('Unknown person')),
    keyBunchId: z.optional(idQuery('Unknown key set')),
    blocked: z.optional(z.literal('true', 'Unknown value')),
    changedSince,
    ...pageQuery,
  })
  .check(
    z.refine(({ changedSince: since, by }) => !since || !by || by === 'change', {
      error: 'With changedSince, order by change',
      path: ['by'],
    }),
  );
export type ReservationQuery = z.output<typeof ReservationQuery>;

/**
 * A set held for a person. `location` is where it is fetched. `state` and `obstacle` are computed when it is read: `obstacle` is what keeps the
 * set from being there, `out` with another person past the beginning or overdue. `readyFor`: the person for whose other reservation the set
 * is laid ready.
 */
export const Reservation = z.object({
  id: z.int(),
  groupId: z.string(),
  keyBunch: KeyBunch,
  holder: HolderRef,
  organisation: z.nullable(z.string()),
  location: LocationRef,
  from: instant,
  until: instant,
  purpose: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  state: z.enum(RESERVATION_STATES),
  obstacle: z.nullable(z.enum(OBSTACLES)),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
  pickedBy: z.nullable(z.string()),
  pickedAt: z.nullable(instant),
  readyFor: z.nullable(z.string()),
});
export type Reservation = z.infer<typeof Reservation>;

/**
 * A page of reservations, the numbers of the tabs, how many of the chosen tab are `blocked`, and how many sets and people each of its days
 * has on all pages (YYYY-MM-DD by the company's clock); of `ended` and `changedSince` none.
 */
export const Reservations = z.object({
  counts: z.object({ today: z.int(), tomorrow: z.int(), later: z.int(), not_taken: z.int() }),
  blocked: z.int(),
  days: z.array(z.object({ day: z.string(), sets: z.int(), people: z.int() })),
  reservations: z.array(Reservation),
});
export type Reservations = z.infer<typeof Reservations>;

const clockField = (required: string) => z.string(required).check(z.regex(CLOCK_TIME, required));
const FROM = 'Enter the time it begins, such as 06:00';
const UNTIL = 'Enter the time it ends, such as 12:00';

/**
 * POST /api/rounds: sets in an order, to be reserved again and again. The times are the company's clock; an end that is not after the beginning
 * is on the next day. `holderId`: for whom, unless a use names another person.
 */
export const RoundForm = z.object({
  name: requiredLine('Name is required'),
  locationId: idField('Location is required'),
  holderId: z.optional(z.nullable(idField('Choose a person'))),
  from: clockField(FROM),
  until: clockField(UNTIL),
  items: items(z.object({ keyBunchId })),
});
/** PATCH /api/rounds/{id}: only the fields sent are changed. A round that is not active is no longer listed. */
export const RoundPatch = z.extend(z.partial(RoundForm), {
  isActive: z.optional(z.boolean('Unknown value')),
});

/**
 * POST /api/rounds/{id}/use: reserves its sets for a day, without those `leftOut`. A time that the clocks leave out that night is as much later
 * as they are put forward; an end that it reaches moves on with it. 409 `round_removed` for one that is not active.
 */
export const RoundUseForm = z.object({
  day: z.string('Enter a date').check(z.iso.date('Enter a date')),
  holderId: z.optional(z.nullable(idField('Choose a person'))),
  from: optionalWhere((text) => CLOCK_TIME.test(text), FROM),
  until: optionalWhere((text) => CLOCK_TIME.test(text), UNTIL),
  leftOut: z.optional(
    z.array(keyBunchId, 'Unknown key set').check(z.maxLength(BATCH_MAX, 'Unknown key set')),
  ),
});

/** A round with its sets in their order, as far as the caller may see them. `deletedSets`: how many were deleted since they were stored. */
export const Round = z.object({
  id: z.int(),
  name: z.string(),
  location: LocationRef,
  holder: z.nullable(HolderRef),
  from: z.string(),
  until: z.string(),
  keyBunches: z.array(KeyBunch),
  deletedSets: z.int(),
  updatedAt: instant,
});
export type Round = z.infer<typeof Round>;
