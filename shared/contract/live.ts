import { ChangesSince, LiveQuery } from '../topic.ts';
import { get } from './call.ts';

const RULE = 'only changes of records that the user may read';

/** The live channel, and what a client without it asks (decision 0031). */
export const liveCalls = {
  getLive: get('/api/live', { needs: 'company', also: RULE, reads: [], query: LiveQuery, reply: 'live' }),
  getChanges: get('/api/changes', {
    needs: 'company',
    also: RULE,
    reads: [],
    query: LiveQuery,
    reply: ChangesSince,
  }),
};
