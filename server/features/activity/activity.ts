import { HISTORY_PAGE } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Member } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { type Feature, Page } from '../feature.ts';
import { countActivity, numberOf, readActivity } from './read.ts';

/** Sign-ins and settings have no location: only users with all locations may read the log. */
export function checkSeesAll(me: Member): void {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
}

/** The company's actions and attempts, newest first. */
const listActivity: Feature<'listActivity'> = async ({ tx, me, query }) => {
  checkSeesAll(me);
  const { before, limit = HISTORY_PAGE, ...filters } = query;
  const last = before === undefined ? undefined : await numberOf(tx, before);
  const [items, { total, more }] = await Promise.all([
    readActivity(tx, filters, { limit, last }),
    countActivity(tx, filters),
  ]);
  return new Page(items, total, null, more);
};

export const activityFeatures = { listActivity };
