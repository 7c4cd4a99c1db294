import * as z from 'zod/mini';
import {
  Batch,
  BatchIssueForm,
  BatchReturnForm,
  DueForm,
  HandoverForm,
  MailedTo,
  Out,
  OutExportQuery,
  OutQuery,
  Receipt,
  ShortForm,
  UndoBatchForm,
} from '../custody.ts';
import { KeyBunchDetail } from '../key-bunch.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { emptyBody } from './plain.ts';

/** The custody of sets: issued and returned several at a time, handed over, due, undone, short; which are out, and the receipt of a batch. */
export const custodyCalls = {
  issueBatch: post('/api/custody/issue', {
    changes: ['keyBunches', 'movements'],
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
    changes: ['keyBunches', 'movements'],
    needs: 'key:issue',
    body: HandoverForm,
    reply: KeyBunchDetail,
  }),
  changeDue: post('/api/key-bunches/:id/due', {
    changes: ['keyBunches', 'log'],
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
};
