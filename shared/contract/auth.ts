import * as z from 'zod/mini';
import { ForgotForm, LinkReply, LinkForm as OneTimeLink, PasswordForm, ResetForm } from '../password.ts';
import { DemoHint, LoginForm, Me, User } from '../user.ts';
import { get, post } from './call.ts';
import { anyBody, Done } from './plain.ts';

/** Signing in and out, and one's own password. */
export const authCalls = {
  getMe: get('/api/auth/user', { reads: ['me'], needs: 'session', first: true, reply: Me }),
  getDemoHint: get('/api/auth/demo', { reads: [], needs: 'nobody', reply: DemoHint }),
  logIn: post('/api/auth/login', {
    changes: [],
    needs: 'nobody',
    also: 'of somebody with a second factor: 401 with the code second_factor, and a cookie for answerSecondFactor',
    body: LoginForm,
    reply: z.object({ user: User }),
  }),
  logOut: post('/api/auth/logout', { changes: [], needs: 'nobody', body: anyBody, reply: Done }),
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
    changes: ['people', 'plan', 'log'],
    needs: 'nobody',
    body: ResetForm,
    reply: Done,
    mail: true,
  }),
  changePassword: post('/api/auth/password', {
    changes: ['people', 'plan', 'log'],
    needs: 'session',
    body: PasswordForm,
    reply: Done,
    mail: true,
  }),
};
