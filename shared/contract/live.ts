import { LiveQuery } from '../topic.ts';
import { get } from './call.ts';

/** The live channel (decision 0031). */
export const liveCalls = {
  getLive: get('/api/live', {
    needs: 'company',
    also: 'receives what the other calls would let the person see',
    reads: [],
    query: LiveQuery,
    reply: 'live',
  }),
};
