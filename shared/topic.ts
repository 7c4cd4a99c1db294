/**
 * What the live channel speaks of. Changes of `keyBunches`, `movements` and `log` are named by the key bunch they are about, all others by
 * their own record (`holders` are those who may have keys, `people` those who sign in); `ticks` are the ticks and scans of an open audit, named by it, and `audits` everything else of one. `plan` is what the plan counts, `me` the person who listens.
 */
export const TOPICS = [
  'keyBunches',
  'movements',
  'log',
  'locations',
  'audits',
  'ticks',
  'settings',
  'historyChecks',
  'people',
  'holders',
  'premises',
  'foundNotices',
  'company',
  'tokens',
  'webhooks',
  'plan',
  'me',
] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * A change in a topic, never its content. Without `ids` any record of it may have changed. `by` is the Idempotency-Key of the call that
 * made it, sent only to the person who made that call.
 */
export type Change = { topic: Topic; ids?: number[]; by?: string };
