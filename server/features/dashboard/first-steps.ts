import type { FirstSteps } from '../../../shared/dashboard.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';

/** Each is the first entry of an index, also where other companies have many rows and this one has none. */
const STEPS = sql<FirstSteps>`select
  (select id from locations order by id limit 1) is not null as locations,
  (select id from key_bunches order by id limit 1) is not null as sets,
  (select token from labels order by token limit 1) is not null as labels,
  (select id from holders order by id offset 1 limit 1) is not null as people,
  (select user_id from holders where user_id is not null order by user_id offset 1 limit 1) is not null as team`;

const getFirstSteps: Feature<'getFirstSteps'> = async ({ tx }) => {
  const steps = await row(tx, STEPS);
  if (!steps) throw new Error('The database returned no steps');
  return steps;
};

/** For all administrators of the company. */
const dismissFirstSteps: Feature<'dismissFirstSteps'> = async ({ tx }) => {
  await run(
    tx,
    sql`update companies set first_steps_dismissed_at = clock() where first_steps_dismissed_at is null`,
  );
  return { message: 'First steps dismissed' };
};

export const firstStepsFeatures = { getFirstSteps, dismissFirstSteps };
