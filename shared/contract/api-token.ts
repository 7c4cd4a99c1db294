import * as z from 'zod/mini';
import { ApiToken, ApiTokenForm, NewApiToken } from '../api-token.ts';
import { get, post, remove } from './call.ts';
import { Done, emptyBody } from './plain.ts';

/** API tokens for programs (decision 0039). */
export const apiTokenCalls = {
  listTokens: get('/api/tokens', { reads: ['tokens'], needs: 'system:admin', reply: z.array(ApiToken) }),
  createToken: post('/api/tokens', {
    changes: ['tokens', 'log'],
    needs: 'system:admin',
    also: 'nothing that the caller lacks',
    confirm: true,
    body: ApiTokenForm,
    reply: NewApiToken,
    status: 201,
    oneTimeSecret: 'token',
  }),
  confirmToken: post('/api/tokens/:id/confirm', {
    changes: ['tokens', 'log'],
    needs: 'system:admin',
    also: 'their own; with a second factor where one is required of them',
    confirm: true,
    body: emptyBody,
    reply: ApiToken,
  }),
  revokeToken: remove('/api/tokens/:id', {
    changes: ['tokens', 'log'],
    needs: 'system:admin',
    confirm: true,
    reply: Done,
  }),
};
