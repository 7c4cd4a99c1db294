import { randomUUID } from 'node:crypto';
import type { authCalls } from '../../../shared/contract/auth.ts';
import { putApp, putPasskey } from '../factors.ts';
import type { SamplesOf } from '../sample.ts';
import { linkOf, sessionOf } from '../site.ts';
import { PASSWORD } from '../world.ts';

export const authSamples: SamplesOf<typeof authCalls> = {
  getMe: { access: 'session', input: () => ({}) },
  getDemoHint: { access: 'anyone', input: () => ({}) },
  logIn: {
    access: 'anyone',
    input: async (site) => {
      const { email } = await site.company.as('viewer');
      return { body: { email, password: PASSWORD, remember: true } };
    },
  },
  logOut: { access: 'anyone', input: () => ({ body: {} }) },
  forgotPassword: { access: 'anyone', input: () => ({ body: { email: `${randomUUID()}@example.com` } }) },
  checkLink: { access: 'anyone', input: async (site) => ({ body: { token: await linkOf(site) } }) },
  resetPassword: {
    access: 'anyone',
    input: async (site) => ({ body: { token: await linkOf(site), password: 'another horse' } }),
  },
  changePassword: {
    access: 'session',
    input: () => ({ body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  },
  getConfirmation: { access: 'session', input: () => ({}) },
  beginConfirm: {
    access: 'session',
    input: async (site, me) => {
      await putPasskey(site.world, me.id);
      return { body: {} };
    },
  },
  confirmIdentity: {
    access: 'session',
    input: async (site, me) => {
      const { code, recoveryCode } = await putApp(site.world, me.id);
      return { body: { password: PASSWORD, code, recoveryCode, passkey: { id: 'none' } } };
    },
  },
  listSessions: { access: 'member', input: () => ({}) },
  endSession: {
    access: 'member',
    id: 'session',
    input: async (site, me) => ({ params: { id: await sessionOf(site, me) } }),
  },
  endOtherSessions: { access: 'member', input: () => ({}) },
};
