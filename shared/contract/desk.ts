import * as z from 'zod/mini';
import {
  Lookup,
  LookupQuery,
  MailedTo,
  NextTag,
  NextTagQuery,
  Out,
  OutExportQuery,
  OutQuery,
  Receipt,
} from '../custody.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { anyBody } from './plain.ts';

/** Calls of the desk: the meaning of a code, the next tag, the sets that are out, and the receipt of a batch. */
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
    body: anyBody,
    reply: MailedTo,
    mail: true,
  }),
};
