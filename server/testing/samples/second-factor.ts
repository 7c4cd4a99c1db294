import type { secondFactorCalls } from '../../../shared/contract/second-factor.ts';
import { codeOf, putApp, putHalfSignIn, putPasskey } from '../factors.ts';
import { makePasskey } from '../passkey.ts';
import { owner, type SamplesOf } from '../sample.ts';

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
