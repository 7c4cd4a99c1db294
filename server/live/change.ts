import type { Topic } from '../../shared/topic.ts';

/** What the server hears of besides: sessions that ended, by whose they were, letters that were queued, and companies that have events to send. */
export type ServerTopic = 'sessions' | 'letters' | 'webhookWork';

/**
 * A row of `changes`. `locations`: whoever may see one of them may hear of it; null is everybody of the company, empty only whoever sees
 * all places. `ids` null: too many to name.
 */
export type Told = {
  companyId: number | null;
  topic: Exclude<Topic, 'me'> | ServerTopic;
  ids: number[] | null;
  locations: number[] | null;
  userId: number | null;
  intention: string | null;
};

/** What was told up to a moment; `told` null when nobody can say any more what it was. */
export type News = { told: Told[] | null; position: string };
