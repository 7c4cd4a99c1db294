import { OUTBOX_CHECKS } from './outbox-words.ts';

/** The wording of lines typed in from paper. Imports no schema, so that a page can use it without one. */

/** What a line says: the set went out, came in, or went from its holder to another person. */
export const PAPER_KINDS = ['out', 'in', 'handOver'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** What becomes of a line: `ready` in a dry run, `recorded` otherwise; `already` changes nothing. */
export const PAPER_OUTCOMES = ['ready', 'recorded', 'already', 'refused'] as const;
export type PaperOutcome = (typeof PAPER_OUTCOMES)[number];

/**
 * Why a line is refused. `PaperAnswer.detail` has: `several` how many sets, `unknown_person` and `several_people` the name, `out` and `has_it` who has it,
 * `tag_on_line` the other line, `too_many` how many keys it has, `earlier` the later entry in words.
 */
export const PAPER_REFUSALS = {
  unknown_set: 'No set has this ID or tag.',
  several: 'Several sets have this ID or tag. Choose one from the list.',
  unknown_person: 'This person is not in the register. Add them as a new person.',
  several_people: 'Several people have this name. Choose one.',
  no_person: 'Write who took it.',
  future: 'This time has not come yet.',
  too_old: 'This is more than 31 days ago.',
  earlier: 'The register has something later.',
  out: 'It was out already. A return is missing before it, or it was handed over.',
  has_it: 'This person has it already.',
  not_out: 'It was not out.',
  no_tag: 'Write the number of its new tag.',
  tag_on_line: 'The new tag is on another line.',
  too_many: 'The set has fewer keys.',
} as const;
export type PaperRefusal = keyof typeof PAPER_REFUSALS;

/**
 * What to look at in a line that is recorded all the same. `detail` has: `was_missing` since when (ISO), `status` the status it had, `limit` why
 * the person may not have it, `short` how many keys it has, `tag_elsewhere` the other set's ID, `reserved` for whom, `elsewhere` the location
 * where it is registered, `other_tag` the tag that the register has.
 */
export const PAPER_CHECKS = {
  was_missing: OUTBOX_CHECKS.was_missing,
  second_person: OUTBOX_CHECKS.second_person,
  status: 'The register had another status.',
  short: 'Fewer keys were counted than it has.',
  limit: OUTBOX_CHECKS.limit,
  tag_elsewhere: 'Another set has the same tag.',
  reserved: 'It is reserved for another person.',
  elsewhere: 'It is registered at another location.',
  other_tag: 'The register has another tag.',
} as const;
export type PaperCheck = keyof typeof PAPER_CHECKS;

/** The number of a printed sheet: "P-0319". */
export const sheetName = (number: number): string => `P-${String(number).padStart(4, '0')}`;
