import { Lookup, LookupQuery, NextTag, NextTagQuery } from '../custody.ts';
import { get } from './call.ts';

/** Calls of the desk: the meaning of a code, and the next tag. */
export const deskCalls = {
  lookUp: get('/api/lookup', {
    reads: ['keyBunches', 'holders'],
    needs: 'key:view',
    also: 'holders: key:issue, key:return or user:view',
    query: LookupQuery,
    reply: Lookup,
  }),
  getNextTag: get('/api/custody/next-tag', {
    reads: ['movements'],
    needs: 'key:return',
    query: NextTagQuery,
    reply: NextTag,
  }),
};
