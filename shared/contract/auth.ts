import * as z from 'zod/mini';
import { ApiToken, ApiTokenForm, NewApiToken } from '../api-token.ts';
import { ForgotForm, LinkReply, LinkForm as OneTimeLink, PasswordForm, ResetForm } from '../password.ts';
import { PasskeyOptions } from '../second-factor.ts';
import { Confirmation, ConfirmForm, Session } from '../session.ts';
import { DemoHint, LoginForm, Me, User } from '../user.ts';
import { get, post, remove } from './call.ts';
import { Done, emptyBody } from './plain.ts';

/** Signing in and out, one's own password and sessions, and confirming one's identity. */
export const authCalls = {
  getMe: get('/api/auth/user', { reads: ['me'], needs: 'session', first: true, reply: Me }),
  getDemoHint: get('/api/auth/demo', { reads: [], needs: 'nobody', reply: DemoHint }),
  logIn: post('/api/auth/login', {
    changes: [],
    needs: 'nobody',
    signsIn: true,
    also: 'of a person with a second factor: 401 with the code second_factor, and a cookie for answerSecondFactor',
    body: LoginForm,
    reply: z.object({ user: User }),
  }),
  logOut: post('/api/auth/logout', { changes: [], needs: 'nobody', body: emptyBody, reply: Done }),
  forgotPassword: post('/api/auth/forgot-password', {
    changes: [],
    needs: 'nobody',
    body: ForgotForm,
    reply: Done,
    mail: true,
  }),
  checkLink: post('/api/auth/reset-password/check', {
    changes: [],
    needs: 'nobody',
    body: OneTimeLink,
    reply: LinkReply,
  }),
  resetPassword: post('/api/auth/reset-password', {
    changes: ['users', 'plan', 'log'],
    needs: 'nobody',
    signsIn: true,
    body: ResetForm,
    reply: Done,
    mail: true,
  }),
  changePassword: post('/api/auth/password', {
    changes: ['users', 'plan', 'log'],
    needs: 'session',
    body: PasswordForm,
    reply: Done,
    mail: true,
  }),
  getConfirmation: get('/api/auth/confirm', {
    reads: [],
    needs: 'session',
    first: true,
    reply: Confirmation,
  }),
  beginConfirm: post('/api/auth/confirm/passkey', {
    changes: [],
    needs: 'session',
    first: true,
    body: emptyBody,
    reply: PasskeyOptions,
  }),
  confirmIdentity: post('/api/auth/confirm', {
    changes: ['me', 'log'],
    needs: 'session',
    also: 'of a person with a second factor: one of its answers besides the password',
    first: true,
    body: ConfirmForm,
    reply: Done,
    mail: true,
  }),
  listSessions: get('/api/auth/sessions', {
    reads: ['me'],
    needs: 'company',
    noTokens: true,
    reply: z.array(Session),
  }),
  endSession: remove('/api/auth/sessions/:id', {
    changes: ['me', 'log'],
    needs: 'company',
    noTokens: true,
    confirm: 'of another session than the one that calls',
    reply: Done,
  }),
  endOtherSessions: remove('/api/auth/sessions', {
    changes: ['me', 'log'],
    needs: 'company',
    noTokens: true,
    confirm: true,
    reply: Done,
  }),
};

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
