import type { Topic } from '../../shared/topic.ts';

/** Other topics of the server: sessions that ended, queued mail, and companies with webhook events to send. */
export type ServerTopic = 'sessions' | 'letters' | 'webhookWork';

/**
 * A row of `changes`. `locations`: for users who may see one of them; null is for the whole company, empty for users with all locations.
 * `ids` null: too many to name.
 */
export type ChangeRow = {
  companyId: number | null;
  topic: Exclude<Topic, 'me'> | ServerTopic;
  ids: number[] | null;
  locations: number[] | null;
  userId: number | null;
  intention: string | null;
};

/** Changes up to `position`; `changes` null when they are no longer known. */
export type News = { changes: ChangeRow[] | null; position: string };
