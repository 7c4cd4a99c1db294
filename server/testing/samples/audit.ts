import type { auditCalls } from '../../../shared/contract/audit.ts';
import { everyone, type SamplesOf, staff } from '../sample.ts';
import { auditOf, bunchOf, endAudits } from '../site.ts';

export const auditSamples: SamplesOf<typeof auditCalls> = {
  listAudits: {
    access: everyone,
    input: (site) => ({ query: { locationId: site.here.id, status: 'in_progress' } }),
    names: { locationId: 'location' },
  },
  getAuditScope: {
    access: staff,
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { keyType: 'static' } }),
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
      await bunchOf(site, { type: 'static' });
      await endAudits(site);
      return { body: { locationId: site.here.id, keyType: 'static', mode: 'nfc', notes: 'Monthly' } };
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
  completeAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => {
      const { session, bunch } = await auditOf(site, me);
      const body = { notes: 'Done', missingBunches: [bunch], revision: 0, allMissing: true };
      return { params: { id: session }, body };
    },
  },
  cancelAudit: {
    access: staff,
    id: 'audit',
    input: async (site, me) => ({ params: { id: (await auditOf(site, me)).session }, body: {} }),
  },
};
