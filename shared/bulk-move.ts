import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { KeyBunch } from './key-bunch.ts';
import { idField, idQuery, instant, lineQuery, optionalLine, optionalText } from './text.ts';

/** Reasons to confirm a move: the destination has limited access, or is being audited. */
const MOVE_CONCERNS = ['to_limited', 'to_audited'] as const;
export type MoveConcern = (typeof MOVE_CONCERNS)[number];

/**
 * POST /api/key-bunches/bulk-move; `fromBunchType` null moves all types. `keyBunchIds`: the bunches shown to the mover; with it, the move
 * is refused if others are there (decision 0017). `accepted`: the concerns shown to the mover; with it, any other concern refuses the move.
 */
export const BulkMoveForm = z
  .object({
    fromLocationId: idField('Location is required'),
    toLocationId: idField('Location is required'),
    fromBunchType: optionalLine(),
    notes: optionalText(),
    keyBunchIds: z.optional(z.array(idField('Unknown key set'), 'Unknown key set')),
    accepted: z.optional(z.array(z.enum(MOVE_CONCERNS, 'Unknown concern'), 'Unknown concern')),
  })
  .check(z.refine((move) => move.fromLocationId !== move.toLocationId, 'Choose two different locations'));

/** The number and ids of the moved bunches, and the time of the entries in the history (decision 0017). */
export const BulkMoveReply = z.object({ moved: z.int(), ids: z.array(z.int()), at: instant });

/** GET /api/key-bunches/bulk-move: the effect that a bulk move would have now; without `fromBunchType` of all types. */
export const BulkMoveQuery = z.object({
  fromLocationId: idQuery('Location is required'),
  toLocationId: z.optional(idQuery('Unknown location')),
  fromBunchType: z.optional(lineQuery('Unknown type')),
});

/** A bunch that would move. */
const MovingBunch = z.pick(KeyBunch, {
  id: true,
  identifier: true,
  currentTag: true,
  type: true,
  status: true,
  keyCount: true,
  fobCount: true,
  keyDescription: true,
});
export type MovingBunch = z.infer<typeof MovingBunch>;

/** An open audit at the destination; `keyType` null is one of all types. */
const OpenAudit = z.object({ user: z.nullable(Actor), keyType: z.nullable(z.string()), startTime: instant });

/**
 * What a bulk move would take, in the order of the set IDs; how many of the type stay because they are issued or missing; how many an
 * audit of them would expect; how many bunches of every type each end holds now; and what speaks against the move.
 */
export const BulkMovePlan = z.object({
  bunches: z.array(MovingBunch),
  issued: z.int(),
  missing: z.int(),
  expected: z.int(),
  atFrom: z.int(),
  atTo: z.nullable(z.int()),
  concerns: z.array(z.enum(MOVE_CONCERNS)),
  auditsAtTo: z.array(OpenAudit),
});
export type BulkMovePlan = z.infer<typeof BulkMovePlan>;
