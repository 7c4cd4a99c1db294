import { randomUUID } from 'node:crypto';
import type { holderCalls } from '../../../shared/contract/holder.ts';
import type { importCalls } from '../../../shared/contract/import.ts';
import type { locationCalls } from '../../../shared/contract/location.ts';
import type { premisesCalls } from '../../../shared/contract/premises.ts';
import { everyone, managers, owner, type SamplesOf, staff } from '../sample.ts';
import { bunchOf, holderOf, importOf, premisesOf, type Site, unique } from '../site.ts';

export const locationSamples: SamplesOf<typeof locationCalls> = {
  listLocations: {
    access: everyone,
    input: () => ({
      query: {
        changedSince: '2020-01-01T00:00:00Z',
        limit: 5,
        cursor: Buffer.from(JSON.stringify(['A', 1])).toString('base64url'),
      },
    }),
  },
  createLocation: {
    access: managers,
    input: () => ({ body: { name: unique('Site'), type: 'van', description: 'Blue', status: 'limited' } }),
  },
  updateLocation: {
    access: managers,
    id: 'location',
    input: async (site) => ({
      params: { id: (await site.company.location()).id },
      body: { name: unique('Site'), type: 'van', description: 'Red', status: 'limited' },
    }),
  },
  deleteLocation: {
    access: owner,
    id: 'location',
    input: async (site) => ({ params: { id: (await site.company.location()).id } }),
  },
  getLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({
      params: { id: site.here.id },
      query: { limit: 10, cursor: Buffer.from('[3,"infinity","A",1]').toString('base64url') },
    }),
  },
  exportLocationReport: {
    access: ['super_admin', 'admin', 'viewer'],
    id: 'location',
    input: (site) => ({ params: { id: site.here.id }, query: { tz: 'Europe/London' } }),
  },
};

const premisesBody = () => ({
  name: unique('Unit'),
  address: '12 High Street',
  postcode: 'N1 1AA',
  client: 'Pier Estates',
  reference: 'PE-4',
  notes: 'Ring first',
});

export const premisesSamples: SamplesOf<typeof premisesCalls> = {
  listPremises: {
    access: everyone,
    input: () => ({
      query: {
        q: 'e',
        client: 'Pier Estates',
        sort: 'updatedAt',
        changedSince: '2020-01-01T00:00:00Z',
        limit: 10,
        cursor: Buffer.from(JSON.stringify([1, '2020-01-01T00:00:00Z', 'Unit 4', 1])).toString('base64url'),
      },
    }),
  },
  createPremises: { access: managers, input: () => ({ body: premisesBody() }) },
  getPremises: {
    access: everyone,
    id: 'premises',
    input: async (site) => ({ params: { id: await premisesOf(site) } }),
  },
  updatePremises: {
    access: staff,
    id: 'premises',
    input: async (site) => ({
      params: { id: await premisesOf(site) },
      body: { ...premisesBody(), isActive: false },
    }),
  },
  listClients: { access: everyone, input: () => ({ query: { q: 'e' } }) },
};

const holderBody = () => ({
  name: unique('Ana'),
  kind: 'client',
  organisation: 'Ruiz Lifts',
  phone: '020 7946 0000',
  email: 'ana@example.com',
  badge: randomUUID(),
  maxSets: 3,
  validUntil: '2119-12-31',
  notes: 'Mornings',
  sendReminders: true,
});

export const holderSamples: SamplesOf<typeof holderCalls> = {
  listHolders: {
    access: staff,
    input: () => ({
      query: {
        q: 'e',
        kind: 'contractor',
        active: 'true',
        holding: 'any',
        changedSince: '2020-01-01T00:00:00Z',
        limit: 10,
        cursor: Buffer.from(JSON.stringify(['2020-01-01T00:00:00Z', 1])).toString('base64url'),
      },
    }),
  },
  createHolder: { access: staff, input: () => ({ body: { ...holderBody(), isActive: true } }) },
  getHolder: {
    access: staff,
    id: 'holder',
    input: async (site) => ({ params: { id: await holderOf(site) } }),
  },
  listHeld: {
    access: everyone,
    id: 'holder',
    input: async (site) => ({
      params: { id: await holderOf(site) },
      query: { at: new Date().toISOString() },
    }),
  },
  updateHolder: {
    access: owner,
    id: 'holder',
    input: async (site) => ({
      params: { id: await holderOf(site) },
      body: { ...holderBody(), isActive: false },
    }),
  },
};

const importedPeople = (site: Site) => ({
  kind: 'people',
  rows: [{ row: 2, name: unique('Imported'), kind: 'Client' }],
  locations: { Here: site.here.id },
  types: { Nights: 'night_shift' },
  statuses: { Gone: 'missing' },
  clients: 'keep',
});

const mapping = {
  fields: ['name', null],
  splits: ['firm', null],
  patterns: { notes: '{Notes}; {More}' },
  fixed: { kind: 'Client' },
  order: 'day',
  choices: { locations: { Here: 'id:1' }, types: { Nights: 'night_shift' }, statuses: { Gone: 'missing' } },
  answers: { fobs: 'keys' },
  replaced: { kind: { firm: 'Client' } },
};

const importBody = (site: Site) => ({
  ...importedPeople(site),
  fileName: 'Key register.xlsx',
  sha256: 'ab'.repeat(32),
  skipRefused: true,
  refusedRows: 0,
  mapping: { shape: 'cd'.repeat(32), choices: mapping },
});

export const importSamples: SamplesOf<typeof importCalls> = {
  checkImport: { access: staff, input: (site) => ({ body: importBody(site) }) },
  runImport: {
    access: staff,
    input: (site) => ({ body: importBody(site) }),
  },
  importRegister: {
    access: owner,
    input: () => ({ query: { dryRun: 'true' } }),
    refused: 400,
  },
  listFormerRegisters: { access: everyone, input: () => ({}) },
  getFormerHistory: {
    access: everyone,
    id: 'bunch',
    input: async (site) => ({
      params: await bunchOf(site),
      query: {
        limit: 10,
        cursor: Buffer.from('[1,"2026-01-01T00:00:00Z","log",1]').toString('base64url'),
      },
    }),
  },
  listImports: {
    access: staff,
    input: () => ({
      query: { sha256: 'cd'.repeat(32), limit: 2, cursor: Buffer.from('[2147483647]').toString('base64url') },
    }),
  },
  getImportProgress: { access: staff, input: () => ({}) },
  getImportMapping: {
    access: staff,
    input: () => ({ query: { kind: 'people', shape: 'cd'.repeat(32) } }),
  },
  exportRefusedRows: {
    access: staff,
    id: 'import',
    input: async (site, me) => ({ params: { id: await importOf(site, me) } }),
  },
  undoImport: {
    access: staff,
    id: 'import',
    input: async (site, me) => ({ params: { id: await importOf(site, me) }, body: {} }),
  },
};
