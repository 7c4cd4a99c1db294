import * as z from 'zod/mini';
import { Company } from '../company.ts';
import {
  AppForm,
  FactorAdded,
  Factors,
  NewApp,
  PasskeyForm,
  PasskeyOptions,
  RecoveryCodes,
  RequireForm,
  SecondFactorForm,
} from '../second-factor.ts';
import { InvitedUser, User } from '../user.ts';
import { get, patch, post, remove } from './call.ts';
import { Done, emptyBody } from './plain.ts';

/** The second step of a sign-in, one's own second factors, and the roles that must have one. */
export const secondFactorCalls = {
  beginPasskeySignIn: post('/api/auth/second-factor/passkey', {
    changes: [],
    needs: 'nobody',
    also: 'after a right password, with the cookie of that sign-in',
    body: emptyBody,
    reply: PasskeyOptions,
  }),
  answerSecondFactor: post('/api/auth/second-factor', {
    changes: [],
    needs: 'nobody',
    also: 'after a right password, with the cookie of that sign-in',
    body: SecondFactorForm,
    reply: z.object({ user: User }),
    mail: true,
  }),
  getFactors: get('/api/auth/factors', { reads: ['me'], needs: 'session', first: true, reply: Factors }),
  beginApp: post('/api/auth/factors/app/begin', {
    changes: [],
    needs: 'session',
    confirm: true,
    first: true,
    body: emptyBody,
    reply: NewApp,
  }),
  addApp: post('/api/auth/factors/app', {
    changes: ['users', 'log'],
    needs: 'session',
    confirm: true,
    first: true,
    body: AppForm,
    reply: FactorAdded,
    mail: true,
  }),
  removeApp: remove('/api/auth/factors/app', {
    changes: ['users', 'log'],
    needs: 'session',
    confirm: true,
    also: 'not the last where one is required',
    reply: Done,
    mail: true,
  }),
  beginPasskey: post('/api/auth/factors/passkeys/begin', {
    changes: [],
    needs: 'session',
    confirm: true,
    first: true,
    body: emptyBody,
    reply: PasskeyOptions,
  }),
  addPasskey: post('/api/auth/factors/passkeys', {
    changes: ['users', 'log'],
    needs: 'session',
    confirm: true,
    first: true,
    body: PasskeyForm,
    reply: FactorAdded,
    mail: true,
  }),
  removePasskey: remove('/api/auth/factors/passkeys/:id', {
    changes: ['users', 'log'],
    needs: 'session',
    confirm: true,
    also: 'one’s own; not the last where one is required',
    reply: Done,
    mail: true,
  }),
  renewRecoveryCodes: post('/api/auth/factors/recovery-codes', {
    changes: ['users', 'log'],
    needs: 'session',
    confirm: true,
    body: emptyBody,
    reply: RecoveryCodes,
  }),
  resetFactors: post('/api/users/:id/reset-second-factor', {
    changes: ['users', 'plan', 'log'],
    needs: 'user:edit',
    confirm: true,
    also: 'no stronger person, access to every location of theirs, not oneself',
    noTokens: true,
    body: emptyBody,
    reply: InvitedUser,
    oneTimeSecret: 'inviteUrl',
    mail: true,
  }),
  requireSecondFactor: patch('/api/companies/current/second-factor', {
    changes: ['company', 'log'],
    needs: 'system:admin',
    confirm: true,
    also: 'of a role that needed none: only with a second factor of one’s own',
    noTokens: true,
    body: RequireForm,
    reply: Company,
  }),
};
