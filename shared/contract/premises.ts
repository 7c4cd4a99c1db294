import * as z from 'zod/mini';
import {
  Client,
  ClientQuery,
  ListedPremises,
  Premises,
  PremisesDetail,
  PremisesForm,
  PremisesPatch,
  PremisesQuery,
} from '../premises.ts';
import { get, patch, post } from './call.ts';

/** Premises and their clients. */
export const premisesCalls = {
  listPremises: get('/api/premises', {
    reads: ['premises', 'keyBunches'],
    needs: 'key:view',
    query: PremisesQuery,
    reply: z.array(ListedPremises),
  }),
  createPremises: post('/api/premises', {
    changes: ['premises', 'log'],
    needs: 'key:create',
    body: PremisesForm,
    reply: Premises,
    status: 201,
  }),
  getPremises: get('/api/premises/:id', {
    reads: ['premises', 'keyBunches', 'locations'],
    one: ['premises'],
    needs: 'key:view',
    reply: PremisesDetail,
  }),
  updatePremises: patch('/api/premises/:id', {
    changes: ['premises', 'keyBunches', 'log'],
    needs: 'key:edit',
    body: PremisesPatch,
    reply: Premises,
  }),
  listClients: get('/api/clients', {
    reads: ['premises'],
    needs: 'key:view',
    query: ClientQuery,
    reply: z.array(Client),
  }),
};
