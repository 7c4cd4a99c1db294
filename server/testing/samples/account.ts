import { randomUUID } from 'node:crypto';
import type { apiTokenCalls, authCalls } from '../../../shared/contract/auth.ts';
import type { secondFactorCalls } from '../../../shared/contract/second-factor.ts';
import type { userCalls } from '../../../shared/contract/user.ts';
import { codeOf, makePasskey, putApp, putHalfSignIn, putPasskey } from '../factors.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { linkOf, restingTokenOf, sessionOf, tokenBody, tokenOf } from '../site.ts';
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

export const secondFactorSamples: SamplesOf<typeof secondFactorCalls> = {
  beginPasskeySignIn: {
    access: 'anyone',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      await putPasskey(site.world, id);
      return { body: {}, headers: { cookie: await putHalfSignIn(site.world, id) } };
    },
  },
  answerSecondFactor: {
    access: 'anyone',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      const { code, recoveryCode } = await putApp(site.world, id);
      return {
        body: { code, recoveryCode, passkey: { id: 'none' } },
        headers: { cookie: await putHalfSignIn(site.world, id) },
      };
    },
  },
  getFactors: { access: 'session', input: () => ({}) },
  beginApp: { access: 'session', input: () => ({ body: {} }) },
  addApp: {
    access: 'session',
    input: async (_site, me) => {
      const { secret } = (await me.call('beginApp', { body: {} })).body;
      return { body: { newCode: codeOf(secret) } };
    },
  },
  removeApp: {
    access: 'session',
    input: async (site, me) => {
      await putApp(site.world, me.id);
      return {};
    },
  },
  beginPasskey: { access: 'session', input: () => ({ body: {} }) },
  addPasskey: {
    access: 'session',
    input: async (site, me) => {
      // The number of passkeys is limited.
      await site.world.sql('delete from passkeys where user_id = $1', [me.id]);
      const options = (await me.call('beginPasskey', { body: {} })).body;
      return { body: { name: 'Laptop', registration: makePasskey().register(options) } };
    },
  },
  removePasskey: {
    access: 'session',
    id: 'passkey',
    input: async (site, me) => ({ params: { id: await putPasskey(site.world, me.id) } }),
  },
  renewRecoveryCodes: {
    access: 'session',
    input: async (site, me) => {
      await putApp(site.world, me.id);
      return { body: {} };
    },
  },
  resetFactors: {
    access: owner,
    id: 'user',
    input: async (site) => {
      const { id } = await site.company.as('viewer');
      await putApp(site.world, id);
      return { params: { id }, body: {} };
    },
  },
  requireSecondFactor: {
    access: owner,
    input: async (site) => {
      await site.world.sql("update companies set second_factor_roles = '{viewer}' where id = $1", [
        site.company.id,
      ]);
      return { body: { roles: [] } };
    },
  },
};

export const userSamples: SamplesOf<typeof userCalls> = {
  listUsers: {
    access: owner,
    input: () => ({
      query: { limit: 5, cursor: Buffer.from(JSON.stringify([1, 'Ana', 'Ruiz', 1])).toString('base64url') },
    }),
  },
  createUser: {
    access: owner,
    input: (site) => ({
      body: {
        email: `${randomUUID()}@example.com`,
        firstName: 'Ines',
        lastName: 'Moreau',
        role: 'officer',
        customPermissions: ['key:move'],
        allowedLocationIds: [site.here.id],
        isActive: true,
        approver: true,
      },
    }),
  },
  updateUser: {
    access: 'member',
    id: 'user',
    input: async (site, me) => {
      const { permissions, allowedLocationIds, role } = (await me.call('getMe')).body;
      const [stored] = await site.world.sql<{ custom: string[]; approver: boolean }>(
        'select custom_permissions as custom, approver from users where id = $1',
        [me.id],
      );
      return {
        params: { id: me.id },
        body: {
          firstName: 'Ines',
          lastName: 'Moreau',
          email: `${randomUUID()}@example.com`,
          currentPassword: PASSWORD,
          role,
          permissions,
          customPermissions: stored?.custom ?? [],
          allowedLocationIds,
          isActive: true,
          approver: stored?.approver ?? false,
          companyId: me.companyId,
        },
      };
    },
  },
  inviteUser: {
    access: owner,
    id: 'user',
    input: async (site) => ({ params: { id: (await site.company.as('viewer')).id }, body: {} }),
  },
};

export const apiTokenSamples: SamplesOf<typeof apiTokenCalls> = {
  listTokens: { access: owner, input: () => ({}) },
  createToken: {
    access: owner,
    input: (site) => ({ body: tokenBody(site) }),
  },
  confirmToken: {
    access: owner,
    id: 'token',
    input: async (site, me) => ({ params: { id: await restingTokenOf(site, me) }, body: {} }),
  },
  revokeToken: {
    access: owner,
    id: 'token',
    input: async (site) => ({ params: { id: (await tokenOf(site)).id } }),
  },
};
