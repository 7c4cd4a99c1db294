import * as z from 'zod/mini';
import {
  HeldQuery,
  HeldSet,
  Holder,
  HolderDetail,
  HolderForm,
  HolderPatch,
  HolderQuery,
  ListedHolder,
} from '../holder.ts';
import { all, any } from '../permissions.ts';
import { get, patch, post } from './call.ts';

const SEES_HOLDERS = any('key:issue', 'key:return', 'user:view');

/** People who may have keys. */
export const holderCalls = {
  listHolders: get('/api/holders', {
    reads: ['holders', 'keyBunches', 'users'],
    needs: SEES_HOLDERS,
    query: HolderQuery,
    reply: z.array(ListedHolder),
  }),
  createHolder: post('/api/holders', {
    changes: ['holders', 'log'],
    needs: 'key:issue',
    body: HolderForm,
    reply: Holder,
    status: 201,
  }),
  getHolder: get('/api/holders/:id', {
    reads: ['holders', 'keyBunches'],
    one: ['holders'],
    needs: SEES_HOLDERS,
    reply: HolderDetail,
  }),
  /** The sets a person held at a moment, in order of their IDs; at most HOLDING_MAX. */
  listHeld: get('/api/holders/:id/held', {
    reads: ['holders', 'movements', 'keyBunches'],
    needs: all('key:view', 'history:view'),
    query: HeldQuery,
    reply: z.array(HeldSet),
  }),
  updateHolder: patch('/api/holders/:id', {
    changes: ['holders', 'log'],
    needs: 'user:edit',
    also: 'an API token only changes people without an account',
    body: HolderPatch,
    reply: Holder,
  }),
};
