import * as z from 'zod/mini';
import { COUNT_MAX, PAPER_LINES, SHEET_MAX } from './limits.ts';
import {
  PAPER_CHECKS,
  PAPER_KINDS,
  PAPER_OUTCOMES,
  PAPER_REFUSALS,
  type PaperCheck,
  type PaperRefusal,
} from './paper-words.ts';
import { idField, instant, instantQuery, optionalLine } from './text.ts';

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
const lineNumber = z.int('Unknown line').check(z.gte(1, 'Unknown line'), z.lte(999, 'Unknown line'));

/**
 * A line of a sheet. The set by `keyBunchId`, or by its ID or tag as written (`set`); the person by `holderId`, or by a name that one person
 * of the register has, or their badge (`who`). Of a line `in` the person is who brought it, and may be missing.
 */
export const PaperLine = z.object({
  line: lineNumber,
  doneAt: instantQuery,
  kind: z.enum(PAPER_KINDS, 'Out or in'),
  keyBunchId: z.optional(z.nullable(idField('Unknown key set'))),
  set: optionalLine(),
  holderId: z.optional(z.nullable(idField('Unknown person'))),
  who: optionalLine(),
  newTag: optionalLine(),
  keysCounted: z.optional(
    z.nullable(
      z
        .int('Write a number')
        .check(z.gte(0, 'Write a number'), z.lte(COUNT_MAX, `Must be at most ${COUNT_MAX}`)),
    ),
  ),
});
export type PaperLine = z.output<typeof PaperLine>;

/**
 * POST /api/paper: what was written on a sheet at a location while the register was out of reach. With `dryRun` nothing is recorded. The lines
 * that are right are recorded together, in the order of their times; `sheet` and `writtenBy` are needed then.
 */
export const PaperForm = z
  .object({
    dryRun: z.optional(z.boolean('Unknown value')),
    locationId: idField('Location is required'),
    sheet: optionalLine(SHEET_MAX),
    writtenBy: optionalLine(),
    lines: z
      .array(PaperLine, 'Write the lines')
      .check(
        z.minLength(1, 'Write the lines'),
        z.maxLength(PAPER_LINES, `At most ${PAPER_LINES} lines at a time`),
      ),
  })
  .check(
    z.refine(({ dryRun, sheet }) => dryRun || Boolean(sheet), {
      error: 'Write the number of the sheet',
      path: ['sheet'],
    }),
    z.refine(({ dryRun, writtenBy }) => dryRun || Boolean(writtenBy), {
      error: 'Write who wrote the sheet',
      path: ['writtenBy'],
    }),
    z.refine(({ lines }) => new Set(lines.map(({ line }) => line)).size === lines.length, {
      error: 'Each line can be sent only once',
      path: ['lines'],
    }),
  );

/** What the register has of a set before a line: its status, who has it, and since when. */
export const PaperBefore = z.object({
  status: z.string(),
  holder: z.nullable(z.string()),
  since: z.nullable(instant),
});

/** Something to look at in a line that is recorded all the same. */
export const PaperLook = z.object({
  check: z.enum(keysOf<PaperCheck>(PAPER_CHECKS)),
  detail: z.optional(z.string()),
});
export type PaperLook = z.infer<typeof PaperLook>;

/**
 * The answer to a line. `at` of `earlier`: when the later thing was done. `checks`: all that is to be looked at, the most important first. `before`
 * is missing when the set is unknown; `badgeOf`: whose badge was written for the person.
 */
export const PaperAnswer = z.object({
  line: z.int(),
  outcome: z.enum(PAPER_OUTCOMES),
  keyBunchId: z.optional(z.int()),
  identifier: z.optional(z.string()),
  refused: z.optional(z.enum(keysOf<PaperRefusal>(PAPER_REFUSALS))),
  checks: z.array(PaperLook),
  badgeOf: z.optional(z.string()),
  detail: z.optional(z.string()),
  at: z.optional(instant),
  before: z.optional(PaperBefore),
  movementId: z.optional(z.int()),
});
export type PaperAnswer = z.infer<typeof PaperAnswer>;
export const PaperReply = z.object({ answers: z.array(PaperAnswer) });
