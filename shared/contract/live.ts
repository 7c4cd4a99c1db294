import { LiveQuery } from '../topic.ts';
import { get } from './call.ts';

/** The live channel (decision 0031). */
export const liveCalls = {
  getLive: get('/api/live', {
    needs: 'company',
    also: 'only changes of records that the user may read',
    reads: [],
    query: LiveQuery,
    reply: 'live',
  }),
};
