import * as z from 'zod/mini';
import { InvitedUser, ListUser, UserForm, UserPatch } from '../user.ts';
import { anyBody, get, patch, post } from './call.ts';

/** People of the company and their invitations. */
export const userCalls = {
  listUsers: get('/api/users', { needs: 'user:view', reply: z.array(ListUser) }),
  createUser: post('/api/users', {
    needs: 'user:create',
    also: 'nothing that the caller lacks; role other than officer or viewer, and permissions: user:assign_permissions',
    body: UserForm,
    reply: InvitedUser,
    status: 201,
    oneTimeSecret: 'inviteUrl',
  }),
  updateUser: patch('/api/users/:id', {
    needs: 'company',
    also: 'own name and email; else user:edit, nobody stronger, nothing that the caller lacks',
    body: UserPatch,
    reply: ListUser,
  }),
  inviteUser: post('/api/users/:id/invite', {
    needs: 'user:edit',
    also: 'nobody stronger, not oneself',
    body: anyBody,
    reply: InvitedUser,
    oneTimeSecret: 'inviteUrl',
  }),
};
