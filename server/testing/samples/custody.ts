import type { custodyCalls } from '../../../shared/contract/custody.ts';
import type { dashboardCalls } from '../../../shared/contract/dashboard.ts';
import type { reservationCalls } from '../../../shared/contract/reservation.ts';
import { APPROVED_DUE, approvalOf } from '../approval.ts';
import { everyone, issueFacts, owner, type SamplesOf, staff } from '../sample.ts';
import {
  batchOf,
  bunchOf,
  heldBunch,
  holderOf,
  issuedBunch,
  nameOfHolder,
  officerOf,
  reservationOf,
  roundOf,
  type Site,
  staffOf,
} from '../site.ts';
import type { Person } from '../world.ts';

/** A set that the site's administrator has, as an item that is handed over. */
const heldItem = async (site: Site) => ({
  keyBunchId: (await heldBunch(site, site.admin.id)).id,
  fromHolderId: await staffOf(site, site.admin.id),
});

/** An open question about a set: to the caller, by the administrator, or by the caller. */
const askedBy = (who: 'admin' | 'me') => async (site: Site, me: Person) => {
  const caller = officerOf(site, me);
  const other = (await site.company.as('officer')).id;
  const [from, to] =
    who === 'me' ? [caller, other] : [site.admin.id === caller ? other : site.admin.id, caller];
  const items = [{ keyBunchId: (await heldBunch(site, from)).id }];
  const body = { holderId: await staffOf(site, to), items };
  const asked = await site.admin.call('askHandover', { body });
  return { params: { requestId: asked.body.requestId }, body: { items } };
};

/** The yes of a second person to hand a set over, asked for by the caller. */
const handingOver = (site: Site, me: Person, keyBunchId: number, holderId: number) =>
  approvalOf(site, {
    ...{ keyBunchId, holderId, kind: 'hand_over', isApproved: true },
    askedBy: officerOf(site, me),
  });

export const custodySamples: SamplesOf<typeof custodyCalls> = {
  issueBatch: {
    access: staff,
    input: async (site, me) => {
      const holderId = await holderOf(site);
      const item = await heldItem(site);
      const approvalId = await handingOver(site, me, item.keyBunchId, holderId);
      return {
        body: {
          holderId,
          officerName: await nameOfHolder(site, holderId),
          ...issueFacts,
          dueAt: APPROVED_DUE,
          notes: 'Side door',
          emergencyReason: 'Fire',
          signature: { signer: 'Owen Hartley', path: 'M0 0L10 10' },
          items: [{ ...item, overReservation: false, approvalId }],
        },
      };
    },
    names: { holderId: 'holder' },
  },
  returnBatch: {
    access: staff,
    input: async (site) => ({
      body: {
        returnedBy: await holderOf(site),
        notes: 'Fine',
        signature: { signer: 'Owen Hartley', path: 'M0 0L10 10' },
        items: [
          {
            keyBunchId: (await issuedBunch(site)).id,
            newTag: '79',
            keysCounted: 1,
            fobsCounted: 0,
            missingNote: 'Nothing',
            toLocationId: null,
          },
        ],
      },
    }),
    names: { returnedBy: 'holder' },
  },
  undoBatch: {
    access: staff,
    input: async (site, me) => ({ body: { batchId: await batchOf(site, await issuedBunch(site, me)) } }),
  },
  handOver: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => {
      const params = await issuedBunch(site);
      const holderId = await holderOf(site);
      const approvalId = await handingOver(site, me, params.id, holderId);
      const body = { holderId, dueAt: APPROVED_DUE, notes: 'At the gate', emergencyReason: 'Fire' };
      return { params, body: { ...body, approvalId } };
    },
    names: { holderId: 'holder', approvalId: 'approval' },
  },
  getMine: { access: everyone, input: () => ({}) },
  askHandover: {
    access: everyone,
    input: async (site, me) => ({
      body: {
        holderId: await staffOf(site, (await site.company.as('viewer')).id),
        dueAt: '2120-01-01T06:00:00Z',
        notes: 'At the gate',
        items: [{ keyBunchId: (await heldBunch(site, officerOf(site, me))).id }],
      },
    }),
    names: { holderId: 'holder' },
  },
  acceptHandover: { access: everyone, input: askedBy('admin') },
  refuseHandover: { access: everyone, input: askedBy('admin') },
  withdrawHandover: { access: everyone, input: askedBy('me') },
  changeDue: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({
      params: await issuedBunch(site),
      body: { dueAt: APPROVED_DUE, reason: 'The lift is late', approvalId: await approvalOf(site) },
    }),
  },
  undoCustody: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => ({ params: await issuedBunch(site, me), body: {} }),
  },
  settleShort: {
    access: staff,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site, { keyCount: 3 });
      await site.world.sql('update key_bunches set keys_present = 2 where id = $1', [params.id]);
      return { params, body: { outcome: 'complete' as const, reason: 'It was in the van' } };
    },
  },
  listOut: {
    access: everyone,
    input: (site) => ({
      query: {
        tab: 'overdue',
        by: 'due',
        q: 'e',
        locationId: site.here.id,
        type: 'static',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['infinity', 'A-1', 1])).toString('base64url'),
      },
    }),
    names: { locationId: 'location' },
  },
  exportOut: {
    access: everyone,
    input: (site) => ({
      query: { tab: 'overdue', by: 'due', q: 'e', locationId: site.here.id, type: 'static' },
    }),
    names: { locationId: 'location' },
  },
  getReceipt: {
    access: everyone,
    input: async (site, me) => ({ params: { batchId: await batchOf(site, await issuedBunch(site, me)) } }),
  },
  mailReceipt: {
    access: staff,
    refused: 409,
    input: async (site, me) => ({
      params: { batchId: await batchOf(site, await issuedBunch(site, me)) },
      body: {},
    }),
  },
  lookUp: { access: everyone, input: () => ({ query: { code: '448001' } }) },
  getNextTag: {
    access: staff,
    input: (site) => ({ query: { locationId: site.here.id } }),
    names: { locationId: 'location' },
  },
};

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

export const reservationSamples: SamplesOf<typeof reservationCalls> = {
  listReservations: {
    access: everyone,
    input: async (site) => ({
      query: {
        ...{
          tab: 'tomorrow',
          by: 'change',
          changedSince: '2020-01-01T00:00:00Z',
          q: 'e',
          locationId: site.here.id,
          blocked: 'true',
          limit: 10,
        },
        holderId: await holderOf(site),
        keyBunchId: (await bunchOf(site)).id,
        cursor: Buffer.from(JSON.stringify(['2020-01-01T00:00:00Z', 1])).toString('base64url'),
      },
    }),
    names: { locationId: 'location', holderId: 'holder', keyBunchId: 'bunch' },
  },
  createReservations: {
    access: everyone,
    input: async (site, me) => ({
      body: {
        ...{ from: hours(1), until: hours(5), purpose: 'Lift inspection', notes: 'The long ring' },
        holderId: await staffOf(site, officerOf(site, me)),
        items: [{ keyBunchId: (await bunchOf(site)).id }],
      },
    }),
    names: { holderId: 'holder' },
  },
  updateReservation: {
    access: everyone,
    id: 'reservation',
    input: async (site, me) => ({
      params: { id: await reservationOf(site, officerOf(site, me)) },
      body: { from: hours(2), until: hours(6), purpose: 'Lift inspection', notes: 'Later', cancelled: true },
    }),
  },
  pickReservations: {
    access: staff,
    input: async (site) => ({
      body: { reservationIds: [await reservationOf(site, site.admin.id)], picked: true },
    }),
  },
  listRounds: { access: everyone, input: () => ({}) },
  createRound: {
    access: staff,
    input: async (site) => ({
      body: {
        ...{ name: 'Morning lifts', locationId: site.here.id, from: '06:00', until: '12:00' },
        holderId: await holderOf(site),
        items: [{ keyBunchId: (await bunchOf(site)).id }],
      },
    }),
    names: { locationId: 'location', holderId: 'holder' },
  },
  updateRound: {
    access: staff,
    id: 'round',
    input: async (site) => ({
      params: { id: await roundOf(site) },
      body: {
        ...{ name: 'Evening lifts', locationId: site.here.id, from: '18:00', until: '02:00', isActive: true },
        holderId: await holderOf(site),
        items: [{ keyBunchId: (await bunchOf(site)).id }],
      },
    }),
    names: { locationId: 'location', holderId: 'holder' },
  },
  useRound: {
    access: staff,
    id: 'round',
    input: async (site) => ({
      params: { id: await roundOf(site) },
      body: {
        ...{ day: hours(48).slice(0, 10), from: '07:00', until: '09:00', leftOut: [] },
        holderId: await holderOf(site),
      },
    }),
    names: { holderId: 'holder' },
  },
};

export const dashboardSamples: SamplesOf<typeof dashboardCalls> = {
  getDashboard: { access: everyone, input: () => ({}) },
  getDashboardStats: { access: everyone, input: () => ({}) },
  getFirstSteps: { access: owner, input: () => ({}) },
  dismissFirstSteps: { access: owner, input: () => ({ body: {} }) },
  getBackupHealth: { access: owner, input: () => ({}) },
};
