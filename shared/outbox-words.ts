/** The wording of the outbox. Imports no schema, so that a page can use it without one. */

/** What a device may have recorded without signal; an audit's ticks and scans have calls of their own. */
export const OUTBOX_KINDS = ['issue', 'return', 'handOver', 'extend', 'lost', 'found'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** What became of an entry: `check` is recorded, with something to look at; `refused` changes nothing and asks nothing. */
export const OUTBOX_OUTCOMES = ['recorded', 'check', 'asked', 'refused'] as const;
export type OutboxOutcome = (typeof OUTBOX_OUTCOMES)[number];

/**
 * What to look at in a recorded entry. `OutboxAnswer.detail` has: `was_missing` since when (ISO), `moved` the location's name, `limit` why the
 * person may not have it, `tag_elsewhere` the other set's ID, `reserved` for whom.
 */
export const OUTBOX_CHECKS = {
  already: 'The register has this already.',
  was_missing: 'It was Missing. It is found.',
  moved: 'It was moved to another location meanwhile.',
  limit: 'This person may not have it.',
  tag_differs: 'It had another tag than on this device.',
  tag_elsewhere: 'Read the tag again: another set has the same number.',
  reserved: 'It is reserved for another person, who needs it before it is due back.',
  second_person: 'It left without a second person.',
  count_differs: 'It was counted differently. The smaller count is recorded.',
} as const;
export type OutboxCheck = keyof typeof OUTBOX_CHECKS;

/** Why an entry was refused. */
export const OUTBOX_REFUSALS = {
  not_out: 'The keys were returned or handed over meanwhile. Their due time stays.',
} as const;
export type OutboxRefusal = keyof typeof OUTBOX_REFUSALS;

/** What a question asks. */
export const OUTBOX_QUESTIONS = {
  who_has: 'Who has it now?',
  which_tag: 'Which tag is on it?',
  is_it_lost: 'Is it lost?',
  too_old: 'Does it still hold? It was done more than 7 days ago.',
  no_access: 'Where is it now? The person who did it may not record it any more.',
  unknown_person: 'Who has it now? The person is not in the register.',
} as const;
export type OutboxQuestionCode = keyof typeof OUTBOX_QUESTIONS;

/**
 * The answers: the entry is right (`mine`), the register is right and the entry stays as not recorded (`theirs`), the keys are on their hook,
 * or the person does not know, which leaves the question open.
 */
export const OUTBOX_ANSWERS = ['mine', 'theirs', 'onHook', 'unknown'] as const;
export type OutboxAnswerKind = (typeof OUTBOX_ANSWERS)[number];
