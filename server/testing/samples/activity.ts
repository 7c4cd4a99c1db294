import type { activityCalls } from '../../../shared/contract/activity.ts';
import { owner, type SamplesOf } from '../sample.ts';

const activity = { from: '2020-01-01', to: '2120-01-01T00:00:00+01:00', kind: 'keys', userId: 1 };

export const activitySamples: SamplesOf<typeof activityCalls> = {
  listActivity: {
    access: owner,
    input: () => ({ query: { ...activity, limit: 5, before: 9 } }),
    names: { userId: 'user' },
  },
  exportActivity: {
    access: owner,
    input: () => ({ query: { ...activity, tz: 'Europe/London' } }),
    names: { userId: 'user' },
  },
};
