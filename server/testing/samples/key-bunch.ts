import { randomUUID } from 'node:crypto';
import type { keyBunchCalls } from '../../../shared/contract/key-bunch.ts';
import type { labelCalls } from '../../../shared/contract/label.ts';
import { APPROVED_DUE, approvalOf } from '../approval.ts';
import { DOT } from '../photos.ts';
import { everyone, issueFacts, managers, owner, type SamplesOf, staff } from '../sample.ts';
import {
  audited,
  auditOf,
  blankCodeOf,
  bunchOf,
  holderOf,
  labelOf,
  nameOfHolder,
  noticeOf,
  officerOf,
  premisesOf,
  type Site,
  staffOf,
  unique,
} from '../site.ts';
import type { Person } from '../world.ts';

const bunches = {
  q: 'e',
  nfcSerial: '04:AA',
  type: 'static',
  status: 'active',
  outHours: 12,
  notSeenDays: 30,
  holderId: 1,
  premisesId: 1,
  due: 'today',
  short: 'true',
  without: 'photo',
  changedSince: '2020-01-01T00:00:00Z',
  sort: '-lastUpdated',
  limit: 10,
};
const cursor = Buffer.from(JSON.stringify(['2020-01-01T00:00:00Z', 1])).toString('base64url');

/** The yes of a second person that a set no longer needs one, asked for by the caller. */
async function switchedOff(site: Site, me: Person, keyBunchId: number): Promise<number> {
  await site.world.sql('update key_bunches set second_person = true where id = $1', [keyBunchId]);
  return approvalOf(site, {
    ...{ keyBunchId, kind: 'switch_off', isApproved: true },
    askedBy: officerOf(site, me),
  });
}

export const keyBunchSamples: SamplesOf<typeof keyBunchCalls> = {
  listKeyBunches: {
    access: everyone,
    input: (site) => ({ query: { ...bunches, labels: 'true', cursor, locationId: site.here.id } }),
    names: { locationId: 'location', holderId: 'holder', premisesId: 'premises' },
  },
  listAllKeyBunches: {
    access: everyone,
    input: (site) => ({ query: { ...bunches, labels: 'true', cursor, locationId: site.here.id } }),
    names: { locationId: 'location', holderId: 'holder', premisesId: 'premises' },
  },
  checkKeyBunch: {
    access: staff,
    input: async (site) => ({
      query: {
        identifier: 'A-1',
        tag: '12',
        position: 'A 12',
        locationId: site.here.id,
        except: (await bunchOf(site)).id,
      },
    }),
    names: { except: 'bunch', locationId: 'location' },
  },
  getKeyBunch: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site) }),
  },
  createKeyBunch: {
    access: managers,
    input: async (site) => ({
      body: {
        identifier: unique('SET'),
        labelCode: await blankCodeOf(site),
        type: 'static',
        currentTag: '1001',
        locationId: site.here.id,
        status: 'inactive',
        keyCount: 3,
        fobCount: 1,
        keyDescription: 'Front',
        description: 'Front',
        notes: 'Spare',
        nfcSerial: randomUUID(),
        position: 'A 12',
        secondPerson: true,
        premisesIds: [],
      },
    }),
    names: { locationId: 'location' },
  },
  updateKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => {
      const { bunch, session, keyType } = await auditOf(site, me);
      const body = {
        auditSessionId: session,
        labelCode: await blankCodeOf(site),
        identifier: unique('SET'),
        type: keyType,
        currentTag: '1002',
        locationId: site.here.id,
        status: 'inactive',
        keyCount: 4,
        fobCount: 2,
        keyDescription: 'Back',
        description: 'Back',
        notes: 'Old',
        nfcSerial: randomUUID(),
        imageUrl: DOT,
        imageUpdatedAt: '1999-01-01T00:00:00.000Z',
        position: 'B 3',
        secondPerson: false,
        approvalId: await switchedOff(site, me, bunch),
        premisesIds: [await premisesOf(site, bunch)],
        reason: 'Seal damaged',
        movementNotes: 'Checked at the desk',
      };
      return { params: { id: bunch }, body };
    },
    names: { locationId: 'location', auditSessionId: 'audit', approvalId: 'approval' },
  },
  deleteKeyBunch: {
    access: owner,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { reason: 'Contract ended' } }),
  },
  getPhoto: {
    access: everyone,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site);
      const { body } = await site.admin.call('updateKeyBunch', { params, body: { imageUrl: DOT } });
      return { params, query: { v: body.imageUrl?.split('v=')[1] ?? '' } };
    },
  },
  moveKeyBunch: {
    access: managers,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site, { type: 'static' });
      await audited(site);
      return {
        params,
        body: {
          fromLocationId: site.here.id,
          fromBunchType: 'static',
          toLocationId: site.there.id,
          toBunchType: 'lock_ups',
          notes: 'New round',
          performedBy: 987_654,
        },
      };
    },
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
  issueKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site, me) => {
      const officerUserId = officerOf(site, me);
      const holderId = await staffOf(site, officerUserId);
      const officerName = await nameOfHolder(site, holderId);
      const params = await bunchOf(site);
      const asked = { keyBunchId: params.id, holderId, askedBy: officerUserId, isApproved: true };
      const approvalId = await approvalOf(site, asked);
      const more = { ...issueFacts, newTag: '77', notes: 'Side door', overReservation: false };
      const about = { officerName, officerUserId, holderId, dueAt: APPROVED_DUE, emergencyReason: 'Fire' };
      return { params, body: { ...about, approvalId, ...more } };
    },
    names: { officerUserId: 'user', holderId: 'holder', approvalId: 'approval' },
  },
  returnKeyBunch: {
    access: staff,
    id: 'bunch',
    input: async (site) => {
      const params = await bunchOf(site);
      const holderId = await holderOf(site);
      const officerName = await nameOfHolder(site, holderId);
      await site.admin.call('issueKeyBunch', { params, body: { holderId } });
      return {
        params,
        body: {
          holderId,
          officerName,
          newTag: '78',
          notes: 'Fine',
          keysCounted: 1,
          fobsCounted: 0,
          missingNote: 'Nothing',
        },
      };
    },
    names: { holderId: 'holder' },
  },
  listOfficers: { access: staff, input: () => ({}) },
  linkNfc: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { nfcSerial: randomUUID() } }),
  },
  unlinkNfc: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site, { nfcSerial: randomUUID() }) }),
  },
};

const foundBody = () => ({ place: 'By the bins', reach: '020 7946 0000', sent: randomUUID() });

export const labelSamples: SamplesOf<typeof labelCalls> = {
  makeLabels: {
    access: staff,
    input: async (site) => ({ body: { keyBunchIds: [(await bunchOf(site)).id] } }),
  },
  makeBlankCodes: { access: staff, input: () => ({ body: { count: 2 } }) },
  linkLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { code: await blankCodeOf(site) } }),
  },
  renewLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: {} }),
  },
  getFinder: { access: 'anyone', input: async (site) => ({ params: { code: await labelOf(site) } }) },
  reportFound: {
    access: 'anyone',
    input: async (site) => ({ params: { code: await labelOf(site) }, body: foundBody() }),
  },
  listFoundNotices: {
    access: staff,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id } }),
    names: { keyBunchId: 'bunch' },
  },
  closeFoundNotice: {
    access: staff,
    id: 'notice',
    input: async (site) => ({ params: { id: await noticeOf(site) }, body: {} }),
  },
};
