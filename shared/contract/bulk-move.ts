import { BulkMoveForm, BulkMovePlan, BulkMoveQuery, BulkMoveReply } from '../bulk-move.ts';
import { get, post } from './call.ts';

/** Moving every bunch of a type, or of all, from one location to another. */
export const bulkMoveCalls = {
  getBulkMove: get('/api/key-bunches/bulk-move', {
    reads: ['keyBunches', 'locations', 'audits'],
    needs: 'key:bulk_move',
    query: BulkMoveQuery,
    reply: BulkMovePlan,
  }),
  bulkMove: post('/api/key-bunches/bulk-move', {
    changes: ['keyBunches', 'movements', 'log'],
    needs: 'key:bulk_move',
    also: 'a verified audit of the location',
    body: BulkMoveForm,
    reply: BulkMoveReply,
  }),
};
