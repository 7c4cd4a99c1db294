import * as z from 'zod/mini';
import { ForgotForm, LinkReply, LinkForm as OneTimeLink, PasswordForm, ResetForm } from '../password.ts';
import { DemoHint, LoginForm, User } from '../user.ts';
import { get, post } from './call.ts';
import { anyBody, Done } from './plain.ts';

/** Signing in and out, and one's own password. */
export const authCalls = {
  getMe: get('/api/auth/user', { needs: 'session', reply: User }),
  getDemoHint: get('/api/auth/demo', { needs: 'nobody', reply: DemoHint }),
  logIn: post('/api/auth/login', { needs: 'nobody', body: LoginForm, reply: z.object({ user: User }) }),
  logOut: post('/api/auth/logout', { needs: 'nobody', body: anyBody, reply: Done }),
  forgotPassword: post('/api/auth/forgot-password', {
    needs: 'nobody',
    body: ForgotForm,
    reply: Done,
    mail: true,
  }),
  checkLink: post('/api/auth/reset-password/check', { needs: 'nobody', body: OneTimeLink, reply: LinkReply }),
  resetPassword: post('/api/auth/reset-password', {
    needs: 'nobody',
    body: ResetForm,
    reply: Done,
    mail: true,
  }),
  changePassword: post('/api/auth/password', {
    needs: 'session',
    body: PasswordForm,
    reply: Done,
    mail: true,
  }),
};
