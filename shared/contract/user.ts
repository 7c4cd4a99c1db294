import * as z from 'zod/mini';
import { pageQuery } from '../text.ts';
import { EditedUser, InvitedUser, ListUser, UserForm, UserPatch } from '../user.ts';
import { get, patch, post } from './call.ts';
import { emptyBody } from './plain.ts';

/** People of the company and their invitations. */
export const userCalls = {
  listUsers: get('/api/users', {
    reads: ['users'],
    needs: 'user:view',
    query: z.object(pageQuery),
    reply: z.array(ListUser),
  }),
  createUser: post('/api/users', {
    changes: ['users', 'holders', 'plan', 'log'],
    needs: 'user:create',
    confirm: true,
    also: 'nothing that the caller lacks; role other than officer or viewer, and permissions: user:assign_permissions',
    body: UserForm,
    reply: InvitedUser,
    status: 201,
    oneTimeSecret: 'inviteUrl',
    mail: true,
  }),
  updateUser: patch('/api/users/:id', {
    changes: ['users', 'holders', 'plan', 'me', 'log'],
    needs: 'company',
    noTokens: true,
    confirm:
      'of another person, when anything but a name changes; of a person with a second factor, when their own email does',
    also: 'own name and email; else user:edit, no stronger person, nothing that the caller lacks; all but names: access to every location of theirs',
    body: UserPatch,
    reply: EditedUser,
    oneTimeSecret: 'inviteUrl',
    mail: true,
  }),
  inviteUser: post('/api/users/:id/invite', {
    changes: ['users', 'plan', 'log'],
    needs: 'user:edit',
    also: 'no stronger person, access to every location of theirs, not oneself',
    noTokens: true,
    confirm: true,
    body: emptyBody,
    reply: InvitedUser,
    oneTimeSecret: 'inviteUrl',
    mail: true,
  }),
};
