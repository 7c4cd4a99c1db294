import type { auditCalls } from '../../../shared/contract/audit.ts';
import type { bulkMoveCalls } from '../../../shared/contract/key-bunch.ts';
import type { movementCalls } from '../../../shared/contract/movement.ts';
import { everyone, idPage, managers, type SamplesOf, staff } from '../sample.ts';
import { audited, auditOf, bunchOf, endAudits } from '../site.ts';

const history = {
  action: 'all',
  from: '2020-01-01T00:00:00Z',
  to: '2120-01-01T00:00:00+01:00',
  search: 'e',
  holderId: 1,
  premisesId: 1,
  late: 'true' as const,
};

export const movementSamples: SamplesOf<typeof movementCalls> = {
  listMovements: {
    access: everyone,
    input: (site) => ({
      query: {
        ...history,
        ...idPage,
        by: 'received' as const,
        offset: 0,
        before: 9,
        keyBunchId: 1,
        locationId: site.here.id,
      },
    }),
    names: {
      locationId: 'location',
      keyBunchId: 'bunch',
      before: 'movement',
      holderId: 'holder',
      premisesId: 'premises',
    },
  },
  exportMovements: {
    access: everyone,
    input: (site) => ({
      query: { ...history, keyBunchId: 1, locationId: site.here.id, tz: 'Europe/London' },
    }),
    names: { locationId: 'location', keyBunchId: 'bunch', holderId: 'holder', premisesId: 'premises' },
  },
  getKeyBunchHistory: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({
      params: await bunchOf(site),
      query: {
        ...history,
        ...idPage,
        by: 'received' as const,
        offset: 0,
        before: 9,
        keyBunchId: 1,
        locationId: site.here.id,
      },
    }),
    names: { locationId: 'location', before: 'movement', holderId: 'holder', premisesId: 'premises' },
  },
  listAuditLogs: {
    access: everyone,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id, ...idPage } }),
    names: { keyBunchId: 'bunch' },
  },
};

export const auditSamples: SamplesOf<typeof auditCalls> = {
  listAudits: {
    access: everyone,
    input: (site) => ({ query: { locationId: site.here.id, status: 'in_progress', ...idPage } }),
    names: { locationId: 'location' },
  },
  getAuditScope: {
    access: staff,
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { keyType: 'static', hooks: 'true' } }),
  },
  listAuditedLocations: { access: everyone, input: () => ({}) },
  getAudit: {
    access: everyone,
    id: 'audit',
    input: async (site) => ({ params: { id: (await auditOf(site, site.admin)).session } }),
  },
  getAuditTicks: {
    access: everyone,
    id: 'audit',
    input: async (site) => ({
      params: { id: (await auditOf(site, site.admin)).session },
      query: { after: '0' },
    }),
  },
  getVerification: {
    access: everyone,
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { keyType: 'static' } }),
  },
  startAudit: {
    access: staff,
    input: async (site) => {
      await bunchOf(site, { type: 'static', position: 'A 4' });
      await endAudits(site);
      return {
        body: {
          locationId: site.here.id,
          keyType: 'static',
          mode: 'nfc',
          kind: 'part',
          fromHook: 'A 1',
          toHook: 'A 9',
          blind: false,
          notes: 'Monthly',
          totalExpected: 987_654,
          performedBy: 987_654,
        },
      };
    },
    names: { locationId: 'location' },
  },
  scanAudit: {
    access: staff,
    input: async (site, me) => {
      const { session, serial } = await auditOf(site, me, 'nfc');
      return {
        body: { auditSessionId: session, nfcSerial: serial, typed: false, doneAt: new Date().toISOString() },
      };
    },
    names: { auditSessionId: 'audit' },
  },
  tickAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, bunch } = await auditOf(site, me);
      return {
        params: { id: session },
        body: { keyBunchId: bunch, seen: true, doneAt: new Date().toISOString() },
      };
    },
  },
  joinAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({
      params: { id: (await auditOf(site, me)).session },
      body: { device: 'phone', unsent: 2 },
    }),
  },
  leaveAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({ params: { id: (await auditOf(site, me)).session }, body: {} }),
  },
  splitAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({
      params: { id: (await auditOf(site, me)).session },
      body: { parts: [me.companyId === site.company.id ? me.id : site.admin.id, null] },
    }),
  },
  readAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, serial } = await auditOf(site, me, 'nfc', { blind: true });
      return {
        params: { id: session },
        body: {
          hook: 'A 4',
          code: serial,
          typed: false,
          empty: false,
          keyCount: 3,
          fobCount: 0,
          doneAt: new Date().toISOString(),
        },
      };
    },
  },
  undoAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session } = await auditOf(site, me);
      await me.call('completeAudit', { params: { id: session }, body: { allMissing: true } });
      return { params: { id: session }, body: {} };
    },
  },
  completeAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, bunch } = await auditOf(site, me);
      const body = {
        notes: 'Done',
        missingBunches: [bunch],
        revision: 0,
        allMissing: true,
        confirmMissing: 1,
        confirmRead: 1,
        without: [],
        totalScanned: 987_654,
      };
      return { params: { id: session }, body };
    },
  },
  cancelAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({ params: { id: (await auditOf(site, me)).session }, body: {} }),
  },
};

export const bulkMoveSamples: SamplesOf<typeof bulkMoveCalls> = {
  getBulkMove: {
    access: managers,
    input: (site) => ({
      query: { fromLocationId: site.here.id, toLocationId: site.there.id, fromBunchType: 'static' },
    }),
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
  bulkMove: {
    access: managers,
    input: async (site) => {
      for (let n = 0; n < 2; n += 1) await bunchOf(site, { type: 'static' });
      await audited(site);
      const query = { fromLocationId: site.here.id, fromBunchType: 'static' };
      const plan = await site.admin.call('getBulkMove', { query });
      return {
        body: {
          ...query,
          toLocationId: (await site.company.location()).id,
          notes: 'New round',
          keyBunchIds: plan.body.bunches.map((bunch) => bunch.id),
          accepted: ['to_limited', 'to_audited'],
        },
      };
    },
    names: { fromLocationId: 'location', toLocationId: 'location' },
  },
};
