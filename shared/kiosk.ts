import * as z from 'zod/mini';
import { plainDigits } from './digits.ts';
import { counts } from './key-bunch-forms.ts';
import {
  KIOSK_NUMBER,
  KIOSK_NUMBER_STATES,
  KIOSK_NUMBER_WRONG,
  KIOSK_STATES,
  KIOSK_TYPES_MAX,
  KIOSK_WHY_MAX,
} from './kiosk-words.ts';
import { LocationRef } from './location.ts';
import { idField, idQuery, instant, instantQuery, optionalText, requiredLine } from './text.ts';
import { CLOCK_TIME } from './zone.ts';

/** A person's number, in the digits of any script. */
export const kioskNumber = z
  .string(KIOSK_NUMBER_WRONG)
  .check(z.overwrite(plainDigits), z.regex(KIOSK_NUMBER, KIOSK_NUMBER_WRONG));
const code = requiredLine('Hold it to the reader, or type its number');

const HOURS = 'Enter a time such as 06:00';
const clockField = z.optional(z.nullable(z.string(HOURS).check(z.regex(CLOCK_TIME, HOURS))));
type Hours = { opensAt?: string | null | undefined; closesAt?: string | null | undefined };
const bothOrNone = z.refine<Hours>((form) => Boolean(form.opensAt) === Boolean(form.closesAt), {
  error: 'Enter both times, or none',
  path: ['closesAt'],
});
const oneDay = z.refine<Hours>((form) => !form.opensAt || form.opensAt !== form.closesAt, {
  error: 'It must close at another time than it opens',
  path: ['closesAt'],
});

const fields = {
  name: requiredLine('Name is required', 60),
  /** The types of sets that may be taken; empty: all. */
  keyTypes: z.optional(
    z
      .array(requiredLine('Unknown type'), 'Unknown type')
      .check(z.maxLength(KIOSK_TYPES_MAX, `At most ${KIOSK_TYPES_MAX} types`)),
  ),
  /** Sets are taken between these times of the company's clock; both null: always. Returns are always possible. */
  opensAt: clockField,
  closesAt: clockField,
};

/** POST /api/kiosks: a tablet at a location. */
export const KioskForm = z
  .object({ locationId: idField('Location is required'), ...fields })
  .check(bothOrNone, oneDay);
/** PATCH /api/kiosks/{id}: only the fields sent are changed; both times together. */
export const KioskPatch = z.partial(z.object(fields)).check(bothOrNone, oneDay);
export const KioskQuery = z.object({ locationId: z.optional(idQuery('Unknown location')) });

/** A kiosk as its location lists it. `lastHeardAt` is exact to a minute. `codeUntil`: a code that no tablet has used is valid so long. */
export const Kiosk = z.object({
  id: z.int(),
  name: z.string(),
  location: LocationRef,
  keyTypes: z.array(z.string()),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  state: z.enum(KIOSK_STATES),
  codeUntil: z.nullable(instant),
  restsUntil: z.nullable(instant),
  lastHeardAt: z.nullable(instant),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
  revokedBy: z.nullable(z.string()),
  revokedAt: z.nullable(instant),
});
export type Kiosk = z.infer<typeof Kiosk>;

/** The reply that contains the code to open on the tablet (`kioskLink`), the only one that does. */
export const NewKiosk = z.extend(Kiosk, { code: z.optional(z.string()) });
export type NewKiosk = z.infer<typeof NewKiosk>;

/** POST /api/auth/kiosk-number: the caller's own number. */
export const OwnKioskNumberForm = z.object({ kioskNumber });
/** Whether a person has a number; it is never shown. */
export const KioskNumber = z.object({ state: z.enum(KIOSK_NUMBER_STATES), setAt: z.nullable(instant) });
export type KioskNumber = z.infer<typeof KioskNumber>;
/** POST /api/holders/{id}/kiosk-number: the reply that contains the first number, the only one that does. */
export const FirstKioskNumber = z.extend(KioskNumber, { kioskNumber: z.optional(z.string()) });
export type FirstKioskNumber = z.infer<typeof FirstKioskNumber>;

/** POST /api/kiosk/bind: makes a tablet the kiosk of that code; the cookie is its session. */
export const BindForm = z.object({ code: requiredLine("Enter the code from the location's page") });

/** POST /api/kiosk/leave: the tablet is no kiosk any more. An active user with location:edit there confirms it with their password. */
export const LeaveForm = z.object({
  email: requiredLine('Email is required'),
  password: z.string('Password is required').check(z.minLength(1, 'Password is required'), z.maxLength(200)),
});

/**
 * POST /api/kiosk/acknowledge: a return that the tablet kept and the register refused was seen at the desk, by an active user with
 * `key:return` at the location where it was handed in. `key` is the return's own; `why` the reason of the refusal.
 */
export const AcknowledgeForm = z.extend(LeaveForm, {
  key: z.uuid('Unknown return'),
  locationId: idField('Unknown location'),
  code,
  newTag: requiredLine('New tag number is required when returning keys'),
  ...counts,
  missingNote: optionalText(),
  doneAt: instantQuery,
  why: requiredLine('Say why it was refused', KIOSK_WHY_MAX),
});
/** `recorded`: the history has the return by now. */
export const Acknowledged = z.object({ state: z.enum(['seen', 'recorded']) });

/** The id of a person's turn, as `begin` gave it. A call in the name of a person sends it; another than the present one is 409 `kiosk_locked`. */
const turn = z.optional(z.string('Unknown turn').check(z.maxLength(36, 'Unknown turn')));

/** A person at the kiosk; `id` is of this turn and sent with what they do. It forgets them in `leftMs` unless they touch it; `isOpen` after their number. */
export const KioskTurn = z.object({
  id: z.string(),
  firstName: z.string(),
  hasNumber: z.boolean(),
  isOpen: z.boolean(),
  leftMs: z.int(),
});
export type KioskTurn = z.infer<typeof KioskTurn>;

/**
 * GET /api/kiosk/state. `now` is the server's clock; `restsUntil` after too many wrong numbers. `keyTypes` are the names of the types, for
 * people. `contact` is whom to call when something is wrong: the company's line for finders.
 */
export const KioskView = z.object({
  companyId: z.int(),
  company: z.string(),
  locationId: z.int(),
  location: z.string(),
  name: z.string(),
  zone: z.string(),
  now: instant,
  isOpen: z.boolean(),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  keyTypes: z.array(z.string()),
  contact: z.nullable(z.string()),
  restsUntil: z.nullable(instant),
  turn: z.nullable(KioskTurn),
});
export type KioskView = z.infer<typeof KioskView>;

const set = {
  keyBunchId: z.int(),
  identifier: z.string(),
  /** What it opens, as lists write it; null when it has no description. */
  opens: z.nullable(z.string()),
  /** Its hook, null without one. */
  hook: z.nullable(z.string()),
  keyCount: z.int(),
  fobCount: z.int(),
  /** Whether it is taken only with the yes of a second person. */
  secondPerson: z.boolean(),
};

/**
 * A set reserved for the person, or one that they have: `until` is when the reservation ends, or when it is due back. The hook of one to be
 * taken that needs a second person is not sent here.
 */
export const KioskSet = z.object({ ...set, until: z.nullable(instant), isOverdue: z.boolean() });
export type KioskSet = z.infer<typeof KioskSet>;

/** `isApproved`: the second person that it needs said yes. */
const KioskToTake = z.object({ ...KioskSet.shape, isApproved: z.boolean() });
export type KioskToTake = z.infer<typeof KioskToTake>;

/** What a person may take within the kiosk's hours and has here; `held` counts all their sets, `maxSets` null is no limit. */
export const KioskMine = z.object({
  name: z.string(),
  firstName: z.string(),
  held: z.int(),
  maxSets: z.nullable(z.int()),
  toTake: z.array(KioskToTake),
  has: z.array(KioskSet),
  leftMs: z.int(),
});
export type KioskMine = z.infer<typeof KioskMine>;

/**
 * A set that the person may take from its hook. Nothing is recorded until it is read. Of one that needs a second person the hook is sent once
 * they said yes (`isApproved`).
 */
export const KioskOffer = z.object({
  ...set,
  isApproved: z.boolean(),
  hasCode: z.boolean(),
  dueAt: z.nullable(instant),
  leftMs: z.int(),
});
export type KioskOffer = z.infer<typeof KioskOffer>;

/** A set that was read: to be returned if `isOut`. `isYours`: the open person has it. `nextTag` follows the last tag used here. */
export const KioskBack = z.object({
  ...set,
  isOut: z.boolean(),
  isYours: z.boolean(),
  nextTag: z.nullable(z.string()),
});
export type KioskBack = z.infer<typeof KioskBack>;

/** POST /api/kiosk/begin: a code read or typed before a person is at the kiosk: a badge or a set. An unknown one is 404 `unknown_code`. */
export const BeginForm = z.object({ code });
export const Begun = z.object({ turn: z.nullable(KioskTurn), set: z.nullable(KioskBack) });
export type Begun = z.infer<typeof Begun>;

/** POST /api/kiosk/number. A first number must be replaced by sending it again with `newKioskNumber`. */
export const KioskNumberForm = z.object({ kioskNumber, newKioskNumber: z.optional(kioskNumber), turn });
/** `mustReplace`: the number is right and must be replaced first; `mine` is null then. */
export const KioskNumberReply = z.object({
  turn: z.string(),
  mustReplace: z.boolean(),
  mine: z.nullable(KioskMine),
});
export type KioskNumberReply = z.infer<typeof KioskNumberReply>;

/** POST /api/kiosk/offer: without a set only the lists; with one its hook, or its return when it is out. */
export const OfferForm = z.object({
  keyBunchId: z.optional(idField('Unknown key set')),
  code: z.optional(code),
  turn,
});
export const Offered = z.object({
  mine: KioskMine,
  offer: z.nullable(KioskOffer),
  back: z.nullable(KioskBack),
});
export type Offered = z.infer<typeof Offered>;

/** POST /api/kiosk/absent: the offered set is not on its hook. */
export const AbsentForm = z.object({ keyBunchId: idField('Unknown key set'), turn });

/** POST /api/kiosk/take: the offered set was read (`code`), else the number on its tag was typed (`tag`). */
export const TakeForm = z
  .object({
    keyBunchId: idField('Unknown key set'),
    code: z.optional(code),
    tag: z.optional(requiredLine('Enter the number on its tag')),
    turn,
  })
  .check(
    z.refine((form) => Boolean(form.code || form.tag), {
      error: 'Hold it to the reader, or enter the number on its tag',
      path: ['code'],
    }),
  );
export const Taken = z.object({ identifier: z.string(), dueAt: z.nullable(instant), mine: KioskMine });
export type Taken = z.infer<typeof Taken>;

/**
 * POST /api/kiosk/return: the set of `code`, by anybody, or by the person of `turn` while it is theirs; else `keyBunchId`, which that person
 * has. `doneAt`: when it was handed in while the tablet had no network.
 */
export const KioskReturnForm = z
  .object({
    keyBunchId: z.optional(idField('Unknown key set')),
    code: z.optional(code),
    newTag: requiredLine('New tag number is required when returning keys'),
    ...counts,
    missingNote: optionalText(),
    turn,
    doneAt: z.optional(instantQuery),
  })
  .check(
    z.refine((form) => Boolean(form.code || form.keyBunchId), {
      error: 'Hold it to the reader, or type its number',
      path: ['code'],
    }),
  );
/** `mine` is null without an open person. */
export const Returned = z.object({
  identifier: z.string(),
  hook: z.nullable(z.string()),
  mine: z.nullable(KioskMine),
});
export type Returned = z.infer<typeof Returned>;

/** POST /api/kiosk/lock: forgets the person of `turn`; without it, the person who is there. */
export const LockForm = z.object({ turn });
/** POST /api/kiosk/touch: the person is still there. 409 `kiosk_locked` when the kiosk has forgotten them. */
export const TouchForm = z.object({ turn });
export const Touched = z.object({ leftMs: z.int() });
