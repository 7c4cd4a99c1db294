import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { dueField } from './custody.ts';
import { issueFields } from './issue.ts';
import { HolderRef } from './key-bunch.ts';
import { counts, namesPerson } from './key-bunch-forms.ts';
import { BATCH_MAX } from './limits.ts';
import { LocationRef } from './location.ts';
import { Movement } from './movement.ts';
import {
  OUTBOX_ANSWERS,
  OUTBOX_CHECKS,
  OUTBOX_KINDS,
  OUTBOX_OUTCOMES,
  OUTBOX_QUESTIONS,
  OUTBOX_REFUSALS,
  type OutboxCheck,
  type OutboxQuestionCode,
  type OutboxRefusal,
} from './outbox-words.ts';
import {
  idField,
  idQuery,
  instant,
  instantQuery,
  optionalLine,
  optionalText,
  pageQuery,
  requiredLine,
} from './text.ts';

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
const number = z
  .int('Unknown number')
  .check(z.gte(1, 'Unknown number'), z.lte(2_147_483_647, 'Unknown number'));

/** What the device believed of the set before the entry, its own earlier entries applied. */
const OutboxSeen = z.object({
  status: requiredLine('Unknown status'),
  holderId: z.nullable(idField('Unknown person')),
  currentTag: z.nullable(requiredLine('Unknown tag')),
  locationId: idField('Unknown location'),
});

const entryOf = <K extends (typeof OUTBOX_KINDS)[number], B extends z.ZodMiniType>(kind: K, body: B) =>
  z.object({
    /** The running number of this user's entries on this device, from 1. */
    n: number,
    key: z.uuid('Unknown entry'),
    kind: z.literal(kind),
    keyBunchId: idField('Unknown key set'),
    /** When it was done: the device's clock, corrected by the server's last answer. */
    doneAt: instantQuery,
    seen: OutboxSeen,
    body,
  });

/** One entry; `body` has the fields of the online form of that action. */
export const OutboxEntry = z.discriminatedUnion('kind', [
  entryOf(
    'issue',
    z
      .object({
        holderId: z.optional(z.nullable(idField('Unknown person'))),
        officerName: optionalLine(),
        ...issueFields,
        dueAt: dueField,
        newTag: optionalLine(),
        notes: optionalText(),
      })
      .check(namesPerson),
  ),
  entryOf(
    'return',
    z.object({
      newTag: requiredLine('New tag number is required when returning keys'),
      ...counts,
      missingNote: optionalText(),
      /** Who brought the keys, when not their holder. */
      returnedBy: z.optional(z.nullable(idField('Unknown person'))),
      toLocationId: z.optional(z.nullable(idField('Location is required'))),
      notes: optionalText(),
    }),
  ),
  entryOf(
    'handOver',
    z.object({ holderId: idField('Choose a person'), dueAt: dueField, notes: optionalText() }),
  ),
  entryOf('extend', z.object({ dueAt: z.nullable(instantQuery), reason: optionalText() })),
  entryOf('lost', z.object({ reason: optionalText() })),
  entryOf('found', z.object({ currentTag: optionalLine(), reason: optionalText() })),
]);
export type OutboxEntry = z.output<typeof OutboxEntry>;

/**
 * POST /api/outbox: entries made without signal, in the order of `n`. `unsent`: how many the device still has after these. `takenBack`:
 * numbers of entries that were taken back on the device and will never come.
 */
export const OutboxForm = z.object({
  device: z.uuid('Unknown device'),
  entries: z
    .array(OutboxEntry, 'Send the entries')
    .check(z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} entries at a time`)),
  unsent: z.optional(
    z.int('Unknown number').check(z.gte(0, 'Unknown number'), z.lte(100_000, 'Unknown number')),
  ),
  takenBack: z.optional(
    z.array(number, 'Unknown number').check(z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} entries at a time`)),
  ),
});

/** An entry as it lies on the device, sealed by the device's key (AES-GCM): nonce and ciphertext, in base64. */
const SealedEntry = z.object({
  n: number,
  iv: z.string('Unknown entry').check(z.regex(/^[A-Za-z0-9+/]{16}$/, 'Unknown entry')),
  data: z
    .string('Unknown entry')
    .check(z.maxLength(20_000, 'Unknown entry'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Unknown entry')),
});

/** POST /api/outbox/hand-in: entries of a person whose account was closed, who can't sign in to send them. */
export const HandInForm = z.object({
  userId: idField('Unknown person'),
  device: z.uuid('Unknown device'),
  entries: z
    .array(SealedEntry, 'Send the entries')
    .check(z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} entries at a time`)),
});
/** The numbers of the entries that the key of the device opened. */
export const HandInReply = z.object({ received: z.array(z.int()) });

const Person = z.object({ userId: z.int(), user: z.nullable(Actor) });

/** An entry as it was sent, in a question. `holder`: to whom, of an issue or a handover. */
export const OutboxStory = z.object({
  id: z.int(),
  n: z.int(),
  kind: z.enum(OUTBOX_KINDS),
  doneAt: instant,
  receivedAt: instant,
  holder: z.nullable(HolderRef),
  newTag: z.nullable(z.string()),
  keysCounted: z.nullable(z.int()),
  fobsCounted: z.nullable(z.int()),
  dueAt: z.nullable(instant),
  notes: z.nullable(z.string()),
});
export type OutboxStory = z.infer<typeof OutboxStory>;

/**
 * A question about the world: an entry that the register could not take as it is, with later entries of the same device on the same set.
 * `identifier` and `location` are null when the caller may not see the set; `now` is the set as it is, null when it is gone or not visible.
 * `unknowns` are the people who do not know. `maySettle`: whether the caller can answer more than that.
 */
export const OutboxQuestion = z.object({
  id: z.int(),
  question: z.enum(keysOf<OutboxQuestionCode>(OUTBOX_QUESTIONS)),
  askedAt: instant,
  keyBunchId: z.int(),
  identifier: z.nullable(z.string()),
  opens: z.nullable(z.string()),
  location: z.nullable(LocationRef),
  by: Person,
  isOwn: z.boolean(),
  device: z.string(),
  seen: z.object({
    status: z.string(),
    holderId: z.nullable(z.int()),
    currentTag: z.nullable(z.string()),
    locationId: z.int(),
  }),
  entries: z.array(OutboxStory),
  now: z.nullable(
    z.object({
      status: z.string(),
      holder: z.nullable(HolderRef),
      currentTag: z.nullable(z.string()),
      keyCount: z.int(),
      fobCount: z.int(),
    }),
  ),
  unknowns: z.array(z.extend(Person, { at: instant })),
  settled: z.nullable(z.extend(Person, { answer: z.enum(OUTBOX_ANSWERS), at: instant })),
  maySettle: z.boolean(),
});
export type OutboxQuestion = z.infer<typeof OutboxQuestion>;

/**
 * GET /api/outbox/{id}: both stories. `movements` are those of the set since the device saw it, newest first; `people` have phone numbers
 * only for callers who may see people.
 */
export const OutboxQuestionDetail = z.extend(OutboxQuestion, {
  movements: z.array(Movement),
  people: z.array(z.extend(HolderRef, { phone: z.nullable(z.string()) })),
});
export type OutboxQuestionDetail = z.infer<typeof OutboxQuestionDetail>;

/**
 * What became of one entry. `movementId` is missing of one that changed nothing or only a due time. `question` is as it is now: settled when
 * the same entry is sent again later.
 */
export const OutboxAnswer = z.object({
  n: z.int(),
  key: z.string(),
  outcome: z.enum(OUTBOX_OUTCOMES),
  movementId: z.optional(z.int()),
  check: z.optional(z.enum(keysOf<OutboxCheck>(OUTBOX_CHECKS))),
  refused: z.optional(z.enum(keysOf<OutboxRefusal>(OUTBOX_REFUSALS))),
  detail: z.optional(z.string()),
  question: z.optional(OutboxQuestion),
});
export type OutboxAnswer = z.infer<typeof OutboxAnswer>;
export const OutboxReply = z.object({ answers: z.array(OutboxAnswer) });

/**
 * GET /api/outbox: own questions, and those of locations where the caller has key:issue, newest first; open ones unless said otherwise.
 * `answer=theirs` with `state=settled` are the entries that were not recorded.
 */
export const OutboxQuery = z.object({
  state: z.optional(z.enum(['open', 'settled'], 'Unknown value')),
  answer: z.optional(z.enum(['mine', 'theirs', 'onHook'], 'Unknown value')),
  keyBunchId: z.optional(idQuery('Unknown key set')),
  ...pageQuery,
});

/** POST /api/outbox/{id}/settle. With `onHook` an issued set is returned, with the fields of a return. */
export const SettleForm = z
  .object({
    answer: z.enum(OUTBOX_ANSWERS, 'Choose an answer'),
    newTag: optionalLine(),
    ...counts,
    missingNote: optionalText(),
    notes: optionalText(),
  })
  .check(
    z.refine((form) => form.answer !== 'onHook' || Boolean(form.newTag), {
      error: 'New tag number is required when returning keys',
      path: ['newTag'],
    }),
  );

/** GET /api/outbox/gaps: entries whose number never arrived, though a later one did a day ago: own ones, and everyone's for system:admin. */
export const OutboxGap = z.object({
  by: Person,
  isOwn: z.boolean(),
  device: z.string(),
  n: z.int(),
  since: instant,
});
export type OutboxGap = z.infer<typeof OutboxGap>;

/** POST /api/devices: makes this browser known as one of the caller's devices; the same again gives the same key. 410 for a forgotten one. */
export const DeviceForm = z.object({
  id: z.uuid('Unknown device'),
  name: requiredLine('Name is required', 100),
});

/**
 * The key that seals the entries on the device: 32 bytes in base64. Missing only when the answer is a repeated one (Idempotent-Replayed):
 * then call again. `offlineDays`: after how many days without an answer the device forgets what it read.
 */
export const DeviceKey = z.object({ key: z.optional(z.string()), offlineDays: z.int() });

/** One of the caller's devices. `unsent`: the entries it said it still has. */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  since: instant,
  heardAt: instant,
  unsent: z.int(),
});
export type Device = z.infer<typeof Device>;
