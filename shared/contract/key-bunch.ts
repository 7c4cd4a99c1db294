import * as z from 'zod/mini';
import { BulkMoveForm, BulkMovePlan, BulkMoveQuery, BulkMoveReply } from '../bulk-move.ts';
import { KeyBunchDetail } from '../key-bunch.ts';
import {
  DeleteForm,
  IssueBody,
  KeyBunchForm,
  KeyBunchPatch,
  LinkForm,
  MoveForm,
  PhotoQuery,
  ReturnBody,
} from '../key-bunch-forms.ts';
import { CheckQuery, CheckReply, KeyBunchQuery, ListedKeyBunch, Officer } from '../key-bunch-query.ts';
import { PHOTO_TEXTS } from '../key-bunch-words.ts';
import { PHOTO_BODY_MAX } from '../limits.ts';
import { any } from '../permissions.ts';
import { get, patch, post, remove } from './call.ts';
import { Done } from './plain.ts';

/** Key bunches: the register, custody, NFC tags and photos. */
export const keyBunchCalls = {
  listKeyBunches: get('/api/key-bunches', {
    reads: ['keyBunches', 'locations'],
    needs: 'key:view',
    query: KeyBunchQuery,
    reply: z.array(ListedKeyBunch),
  }),
  listAllKeyBunches: get('/api/key-bunches/all', {
    reads: ['keyBunches', 'locations'],
    needs: 'key:view',
    query: KeyBunchQuery,
    reply: z.array(ListedKeyBunch),
  }),
  checkKeyBunch: get('/api/key-bunches/check', {
    reads: ['keyBunches'],
    needs: any('key:create', 'key:edit', 'key:return'),
    query: CheckQuery,
    reply: CheckReply,
  }),
  getKeyBunch: get('/api/key-bunches/:id', {
    reads: ['keyBunches', 'locations'],
    one: ['keyBunches'],
    needs: 'key:view',
    reply: KeyBunchDetail,
  }),
  createKeyBunch: post('/api/key-bunches', {
    changes: ['keyBunches', 'movements', 'log', 'plan'],
    needs: 'key:create',
    body: KeyBunchForm,
    reply: KeyBunchDetail,
    status: 201,
  }),
  updateKeyBunch: patch('/api/key-bunches/:id', {
    changes: ['keyBunches', 'movements', 'log', 'approvals'],
    needs: 'key:edit',
    also: 'key:move when locationId or type changes; an approval when secondPerson is switched off',
    body: KeyBunchPatch,
    large: { field: 'imageUrl', bytes: PHOTO_BODY_MAX, refusal: PHOTO_TEXTS.refusedOver },
    reply: KeyBunchDetail,
  }),
  deleteKeyBunch: remove('/api/key-bunches/:id', {
    changes: ['keyBunches', 'movements', 'log', 'plan'],
    needs: 'key:delete',
    confirm: true,
    body: z.optional(DeleteForm),
    reply: Done,
  }),
  getPhoto: get('/api/key-bunches/:id/photo', {
    reads: ['keyBunches'],
    one: ['keyBunches'],
    needs: 'key:view',
    query: PhotoQuery,
    reply: 'photo',
  }),
  moveKeyBunch: post('/api/key-bunches/:id/move', {
    changes: ['keyBunches', 'movements', 'log'],
    needs: any('key:move', 'key:bulk_move'),
    also: 'key:move; with fromLocationId key:bulk_move and a verified audit',
    body: MoveForm,
    reply: KeyBunchDetail,
  }),
  issueKeyBunch: post('/api/key-bunches/:id/issue', {
    changes: ['keyBunches', 'movements', 'approvals', 'log'],
    needs: 'key:issue',
    body: IssueBody,
    reply: KeyBunchDetail,
  }),
  returnKeyBunch: post('/api/key-bunches/:id/return', {
    changes: ['keyBunches', 'movements'],
    needs: 'key:return',
    body: ReturnBody,
    reply: KeyBunchDetail,
  }),
  listOfficers: get('/api/officers', {
    reads: ['users', 'movements'],
    needs: any('key:issue', 'key:return'),
    reply: z.array(Officer),
  }),
  linkNfc: post('/api/key-bunches/:id/link-nfc', {
    changes: ['keyBunches', 'movements', 'log'],
    needs: 'key:edit',
    body: LinkForm,
    reply: KeyBunchDetail,
  }),
  unlinkNfc: remove('/api/key-bunches/:id/unlink-nfc', {
    changes: ['keyBunches', 'movements', 'log'],
    needs: 'key:edit',
    reply: KeyBunchDetail,
  }),
};

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
