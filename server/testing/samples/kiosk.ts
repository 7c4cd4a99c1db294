import { randomUUID } from 'node:crypto';
import type { kioskCalls } from '../../../shared/contract/kiosk.ts';
import { badgedOf, KIOSK_NUMBER, kioskCodeOf, kioskOf, turnOf } from '../kiosk.ts';
import { everyone, managers, type SamplesOf, staff } from '../sample.ts';
import { heldBunch, holderOf, type Site, unique } from '../site.ts';
import { PASSWORD } from '../world.ts';

const about = () => ({
  name: unique('Front desk'),
  keyTypes: ['night_shift'],
  opensAt: '06:00',
  closesAt: '22:00',
});

/** A kiosk whose hook is shown to a person. */
async function offered(site: Site) {
  const { id, currentTag } = await site.company.bunch(site.here.id);
  const { headers, turn } = await turnOf(site, { offered: id });
  return { id, tag: String(currentTag), headers, turn };
}

/** A person's turn alone. */
async function onTurn(site: Site) {
  const { headers, turn } = await turnOf(site);
  return { body: { turn }, headers };
}

/** The inputs of a tablet have its cookie: who sends them does not matter. */
export const kioskSamples: SamplesOf<typeof kioskCalls> = {
  listKiosks: {
    access: managers,
    input: (site) => ({ query: { locationId: site.here.id } }),
    names: { locationId: 'location' },
  },
  createKiosk: {
    access: managers,
    input: (site) => ({ body: { locationId: site.here.id, ...about() } }),
    names: { locationId: 'location' },
  },
  updateKiosk: {
    access: managers,
    id: 'kiosk',
    input: async (site) => ({ params: { id: (await kioskOf(site)).id }, body: about() }),
  },
  renewKioskCode: {
    access: managers,
    id: 'kiosk',
    input: async (site) => ({ params: { id: (await kioskOf(site)).id }, body: {} }),
  },
  revokeKiosk: {
    access: managers,
    id: 'kiosk',
    input: async (site) => ({ params: { id: (await kioskOf(site)).id }, body: {} }),
  },
  getOwnKioskNumber: { access: everyone, input: () => ({}) },
  setOwnKioskNumber: { access: everyone, input: () => ({ body: { kioskNumber: '271828' } }) },
  getKioskNumber: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: await holderOf(site) } }),
  },
  createFirstKioskNumber: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: await holderOf(site) }, body: {} }),
  },
  deleteKioskNumber: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: (await badgedOf(site)).id } }),
  },
  bindKiosk: { access: 'anyone', input: async (site) => ({ body: { code: await kioskCodeOf(site) } }) },
  leaveKiosk: {
    access: 'anyone',
    input: async (site) => ({
      body: { email: site.admin.email, password: PASSWORD },
      headers: (await kioskOf(site)).headers,
    }),
  },
  acknowledgeReturn: {
    access: 'anyone',
    input: async (site) => ({
      body: {
        ...{ email: site.admin.email, password: PASSWORD, key: randomUUID(), locationId: site.here.id },
        ...{
          code: unique('K'),
          newTag: unique('T'),
          keysCounted: 1,
          fobsCounted: 0,
          missingNote: 'The small one',
        },
        ...{ doneAt: new Date().toISOString(), why: 'Keys are not issued' },
      },
      headers: (await kioskOf(site)).headers,
    }),
  },
  getKioskState: { access: 'kiosk', input: async (site) => ({ headers: (await kioskOf(site)).headers }) },
  beginKiosk: {
    access: 'kiosk',
    input: async (site) => ({
      body: { code: (await badgedOf(site)).badge },
      headers: (await kioskOf(site)).headers,
    }),
  },
  enterKioskNumber: {
    access: 'kiosk',
    input: async (site) => {
      const { headers, turn } = await turnOf(site, { isOpen: false, isFirst: true });
      return { body: { kioskNumber: KIOSK_NUMBER, newKioskNumber: '314159', turn }, headers };
    },
  },
  offerAtKiosk: {
    access: 'kiosk',
    input: async (site) => {
      const { id, tag, ...rest } = await offered(site);
      return { body: { keyBunchId: id, code: tag, turn: rest.turn }, headers: rest.headers };
    },
  },
  reportAbsent: {
    access: 'kiosk',
    input: async (site) => {
      const { id, turn, headers } = await offered(site);
      return { body: { keyBunchId: id, turn }, headers };
    },
  },
  takeAtKiosk: {
    access: 'kiosk',
    input: async (site) => {
      const { id, tag, turn, headers } = await offered(site);
      return { body: { keyBunchId: id, code: tag, tag, turn }, headers };
    },
  },
  returnAtKiosk: {
    access: 'kiosk',
    input: async (site) => {
      const kiosk = await turnOf(site);
      const { id } = await heldBunch(site, site.admin.id);
      await site.world.sql('update key_bunches set holder_id = $2 where id = $1', [id, kiosk.person.id]);
      const body = {
        ...{
          keyBunchId: id,
          newTag: unique('T'),
          keysCounted: 1,
          fobsCounted: 0,
          missingNote: 'The small one',
          turn: kiosk.turn,
        },
        ...{ code: await identifierOf(site, id), doneAt: new Date().toISOString() },
      };
      return { body, headers: kiosk.headers };
    },
  },
  touchKiosk: {
    access: 'kiosk',
    input: onTurn,
  },
  lockKiosk: {
    access: 'kiosk',
    input: onTurn,
  },
};

const identifierOf = async ({ world }: Site, id: number): Promise<string> =>
  (await world.sql<{ name: string }>('select identifier as name from key_bunches where id = $1', [id]))[0]
    ?.name ?? '';
