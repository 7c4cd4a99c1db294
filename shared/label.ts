import * as z from 'zod/mini';
import { LABELS_MAX, PLACE_MAX, REACH_MAX } from './limits.ts';
import { idField, idQuery, instant, optionalLine, requiredLine } from './text.ts';

/** The code of a set's label. */
export const Label = z.object({ keyBunchId: z.int(), identifier: z.string(), code: z.string() });
export type Label = z.infer<typeof Label>;

const TOO_MANY = `At most ${LABELS_MAX} labels at a time`;

/** POST /api/labels: the sets to label. */
export const LabelsForm = z.object({
  keyBunchIds: z
    .array(idField('Unknown key set'), 'Choose the key sets')
    .check(z.minLength(1, 'Choose the key sets'), z.maxLength(LABELS_MAX, TOO_MANY)),
});

/**
 * Their codes, made where there was none, in the order in which they were asked for, with the name of the set's location; a set that the
 * caller cannot see is left out. `address` is what the squares begin with, null when the server has no public address (then it is the one the browser reached it by).
 */
export const Labels = z.object({
  address: z.nullable(z.string()),
  labels: z.array(z.extend(Label, { location: z.string(), position: z.nullable(z.string()) })),
});
export type Labels = z.infer<typeof Labels>;

/** POST /api/labels/blank: how many codes to keep for labels that are printed before their sets exist. */
export const BlankCodesForm = z.object({
  count: z.int('Enter how many').check(z.gte(1, 'Enter how many'), z.lte(LABELS_MAX, TOO_MANY)),
});
export const BlankCodes = z.object({ address: z.nullable(z.string()), codes: z.array(z.string()) });
export type BlankCodes = z.infer<typeof BlankCodes>;

/** POST /api/key-bunches/{id}/label: the blank code, as scanned or typed. */
export const LinkLabelForm = z.object({ code: requiredLine('Scan or type the code of a label') });

/**
 * GET /api/finder/{code}. `keyBunchId` is the set, for signed-in users who may see it. Others get `finder`: the finder line, and the
 * company's name if it allows that. Both are null for an unused code.
 */
export const Finder = z.object({
  keyBunchId: z.nullable(z.int()),
  finder: z.nullable(z.object({ line: z.nullable(z.string()), company: z.nullable(z.string()) })),
});
export type Finder = z.infer<typeof Finder>;

/** POST /api/finder/{code}: "I found these keys". `sent` names the intention: sent again, it is the same notice. */
export const FoundForm = z.object({
  place: requiredLine('Tell us where the keys are', PLACE_MAX),
  reach: optionalLine(REACH_MAX),
  sent: z.uuid('Unknown notice'),
});

/** A message from a finder, and the person who handled it. */
export const FoundNotice = z.object({
  id: z.int(),
  keyBunchId: z.int(),
  identifier: z.string(),
  place: z.string(),
  reach: z.nullable(z.string()),
  createdAt: instant,
  closedAt: z.nullable(instant),
  closedByName: z.nullable(z.string()),
});
export type FoundNotice = z.infer<typeof FoundNotice>;

/** GET /api/found-notices: unhandled ones, or all of one set; newest first. */
export const FoundNoticesQuery = z.object({ keyBunchId: z.optional(idQuery('Unknown key set')) });
