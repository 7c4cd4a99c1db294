import * as z from 'zod/mini';
import {
  Batch,
  BatchIssueForm,
  BatchReturnForm,
  DueForm,
  Lookup,
  LookupQuery,
  MailedTo,
  NextTag,
  NextTagQuery,
  Out,
  OutExportQuery,
  OutQuery,
  Receipt,
  ShortForm,
  UndoBatchForm,
} from '../custody.ts';
import {
  HandoverAcceptForm,
  HandoverAnswerForm,
  HandoverForm,
  HandoverRequest,
  HandoverRequestForm,
  Mine,
} from '../handover.ts';
import { KeyBunchDetail } from '../key-bunch.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { Done, emptyBody } from './plain.ts';

const ofRequest = { requestId: z.uuid('Hand-over not found') };

/**
 * The custody of sets: issued and returned several at a time, handed over directly or with a yes, due, undone, short; which are out, whose
 * they are, and the receipt of a batch.
 */
export const custodyCalls = {
  issueBatch: post('/api/custody/issue', {
    changes: ['keyBunches', 'movements', 'approvals', 'log'],
    needs: 'key:issue',
    body: BatchIssueForm,
    reply: Batch,
  }),
  returnBatch: post('/api/custody/return', {
    changes: ['keyBunches', 'movements'],
    needs: 'key:return',
    also: 'key:move with toLocationId',
    body: BatchReturnForm,
    reply: Batch,
  }),
  undoBatch: post('/api/custody/undo', {
    changes: ['keyBunches', 'movements'],
    needs: any('key:issue', 'key:return'),
    also: 'as what is undone; only by who did it',
    body: UndoBatchForm,
    reply: Batch,
  }),
  handOver: post('/api/key-bunches/:id/handover', {
    changes: ['keyBunches', 'movements', 'approvals', 'log'],
    needs: 'key:issue',
    body: HandoverForm,
    reply: KeyBunchDetail,
  }),
  getMine: get('/api/mine', {
    reads: ['keyBunches', 'locations', 'holders', 'handovers'],
    needs: 'key:view',
    reply: Mine,
  }),
  askHandover: post('/api/handover-requests', {
    changes: ['handovers', 'log'],
    needs: 'key:view',
    also: 'for sets that the caller does not have: key:issue',
    body: HandoverRequestForm,
    reply: HandoverRequest,
    status: 201,
  }),
  acceptHandover: post('/api/handover-requests/:requestId/accept', {
    changes: ['keyBunches', 'movements', 'handovers', 'approvals'],
    needs: 'key:view',
    also: 'only the person who is asked',
    params: ofRequest,
    body: HandoverAcceptForm,
    reply: Batch,
    noTokens: true,
  }),
  refuseHandover: post('/api/handover-requests/:requestId/refuse', {
    changes: ['handovers', 'log'],
    needs: 'key:view',
    also: 'only the person who is asked',
    params: ofRequest,
    body: HandoverAnswerForm,
    reply: Done,
    noTokens: true,
  }),
  withdrawHandover: post('/api/handover-requests/:requestId/withdraw', {
    changes: ['handovers', 'log'],
    needs: 'key:view',
    also: 'the giver or who asked; others: key:issue',
    params: ofRequest,
    body: HandoverAnswerForm,
    reply: Done,
  }),
  changeDue: post('/api/key-bunches/:id/due', {
    changes: ['keyBunches', 'log', 'approvals'],
    needs: 'key:issue',
    body: DueForm,
    reply: KeyBunchDetail,
  }),
  undoCustody: post('/api/key-bunches/:id/undo', {
    changes: ['keyBunches', 'movements'],
    needs: any('key:issue', 'key:return'),
    also: 'as what is undone; only by who did it',
    body: emptyBody,
    reply: KeyBunchDetail,
  }),
  settleShort: post('/api/key-bunches/:id/short', {
    changes: ['keyBunches', 'movements', 'log'],
    needs: 'key:return',
    also: 'key:edit to write off',
    body: ShortForm,
    reply: KeyBunchDetail,
  }),
  listOut: get('/api/custody/out', {
    reads: ['keyBunches', 'holders', 'locations'],
    needs: 'key:view',
    query: OutQuery,
    reply: Out,
  }),
  exportOut: get('/api/custody/out/export', {
    reads: [],
    needs: 'key:view',
    confirm: true,
    query: OutExportQuery,
    reply: 'csv',
  }),
  getReceipt: get('/api/receipts/:batchId', {
    reads: ['movements'],
    needs: any('key:issue', 'key:return', 'history:view'),
    params: { batchId: z.uuid('Receipt not found') },
    reply: Receipt,
  }),
  mailReceipt: post('/api/receipts/:batchId/mail', {
    changes: ['log'],
    needs: any('key:issue', 'key:return'),
    params: { batchId: z.uuid('Receipt not found') },
    body: emptyBody,
    reply: MailedTo,
    mail: true,
  }),
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
