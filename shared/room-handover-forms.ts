import * as z from 'zod/mini';
import { keyBunchId } from './custody.ts';
import { PASSWORD_MAX } from './limits.ts';
import {
  ROOM_CHECKS,
  ROOM_HANDOVER_STATES,
  ROOM_LIST_MAX,
  ROOM_READ_MAX,
  ROOM_SIDES,
  ROOM_WORDS,
} from './room-handover-words.ts';
import { emailField, idField, idQuery, instant, instantQuery, optionalText, pageQuery } from './text.ts';

/** GET /api/room-handovers: newest first. */
export const RoomHandoverQuery = z.object({
  locationId: z.optional(idQuery('Unknown location')),
  state: z.optional(z.enum(ROOM_HANDOVER_STATES, 'Unknown value')),
  ...pageQuery,
});
export type RoomHandoverQuery = z.output<typeof RoomHandoverQuery>;

/**
 * POST /api/room-handovers: the caller hands over; with `aloneReason` they take over, and why there is no outgoing person. The shift began with the
 * last handover of the location. Before the first one it began at `since`, up to ROOM_SINCE_DAYS ago; without it with the day.
 */
export const RoomHandoverForm = z.object({
  locationId: idField('Location is required'),
  since: z.optional(instantQuery),
  aloneReason: optionalText(),
});

const check = z.object({
  kind: z.enum(ROOM_CHECKS, 'Unknown value'),
  /** Of the kind `audit`: one of `audits`. */
  auditSessionId: z.optional(idField('Choose an audit')),
  /** Of the kind `none`. */
  reason: optionalText(),
});
/**
 * PATCH /api/room-handovers/{id}: only the fields sent are changed. `notesWere` and `checkWas` (null for none) are the notes and the check that
 * were read, so that another person's are not lost: 409 `room_changed` when they are others now.
 */
export const RoomHandoverPatch = z.object({
  check: z.optional(
    check.check(
      z.refine((sent) => sent.kind !== 'audit' || sent.auditSessionId !== undefined, {
        error: 'Choose an audit',
        path: ['auditSessionId'],
      }),
      z.refine((sent) => sent.kind !== 'none' || Boolean(sent.reason), {
        error: 'Reason is required',
        path: ['reason'],
      }),
    ),
  ),
  checkWas: z.optional(z.nullable(check)),
  notes: optionalText(),
  notesWere: optionalText(),
});

/**
 * POST /api/room-handovers/{id}/answers: what becomes of sets that differ, the same for all of them. `missing` records it as missing at once
 * (key:edit). `person`: `holderId` takes them over, null: the incoming person; `until` is required. `saidAt` is when the word that was read was
 * said, null for none: 409 `room_changed` when another person said one since.
 */
export const RoomAnswerForm = z
  .object({
    items: z
      .array(z.object({ keyBunchId, saidAt: z.optional(z.nullable(instantQuery)) }), 'Choose the key sets')
      .check(
        z.minLength(1, 'Choose the key sets'),
        z.maxLength(ROOM_LIST_MAX, `At most ${ROOM_LIST_MAX} key sets at a time`),
      ),
    word: z.enum(ROOM_WORDS, 'Choose what becomes of it'),
    holderId: z.optional(z.nullable(idField('Choose a person'))),
    until: z.optional(instantQuery),
    note: optionalText(),
  })
  .check(
    z.refine(({ word, until }) => word !== 'person' || until !== undefined, {
      error: 'Enter until when',
      path: ['until'],
    }),
  );

const figure = z.int('Unknown figure');
/** The figures as a signer read them. */
const RoomFiguresRead = z.object({
  ...{ outAtStart: figure, issued: figure, returned: figure, lost: figure, moved: figure, undone: figure },
  ...{ late: figure, out: figure, overdue: figure, missing: figure, short: figure },
});

/**
 * POST /api/room-handovers/{id}/sign. `figures` and `read` are what the signer read; 409 `room_changed` when they are others now.
 * `proof` says that another person signs at this screen (POST /api/auth/signer); without it the caller does.
 */
export const RoomSignForm = z.object({
  side: z.enum(ROOM_SIDES, 'Unknown value'),
  figures: RoomFiguresRead,
  read: z
    .string('Say what was read')
    .check(
      z.maxLength(ROOM_READ_MAX, 'Say what was read'),
      z.regex(/^r-\d{1,10}(\.[cos]\d{0,9}-[0-9a-f]{8})*$/, 'Say what was read'),
    ),
  proof: z.optional(z.string('Unknown proof').check(z.maxLength(200, 'Unknown proof'))),
});

/** POST /api/auth/signer: another person proves who they are at the caller's screen, for one signature of one handover. No session begins. */
export const SignerForm = z.object({
  roomHandoverId: idField('Unknown handover'),
  email: emailField(),
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.maxLength(PASSWORD_MAX, `Must be at most ${PASSWORD_MAX} characters`),
    ),
});
/** `proof` is sent with the signature, until `expiresAt`; `name` is who signs. */
export const SignerReply = z.object({
  proof: z.string(),
  userId: z.int(),
  name: z.string(),
  expiresAt: instant,
});
