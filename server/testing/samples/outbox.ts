import { randomUUID } from 'node:crypto';
import type { outboxCalls, paperCalls } from '../../../shared/contract/outbox.ts';
import { sealedEntry } from '../phone.ts';
import { everyone, idPage, issueFacts, type SamplesOf, staff } from '../sample.ts';
import { bunchOf, deviceOf, holderOf, nameOfHolder, questionOf, type Site, unique } from '../site.ts';
import type { Person } from '../world.ts';

/** What the phone of a person of the site hands in, whose account was closed. */
async function handedIn(site: Site) {
  const person = await site.company.as('officer');
  const device = randomUUID();
  const { key } = (await person.call('registerDevice', { body: { id: device, name: 'Phone' } })).body;
  const { id: keyBunchId, currentTag, locationId } = await site.company.bunch(site.here.id);
  const entry = {
    ...{ n: 1, key: randomUUID(), kind: 'lost' as const, keyBunchId, doneAt: new Date().toISOString() },
    seen: { status: 'issued', holderId: null, currentTag, locationId },
    body: {},
  };
  await site.admin.call('updateUser', { params: { id: person.id }, body: { isActive: false } });
  return { userId: person.id, device, entries: [sealedEntry(key ?? '', `1.${device}.${person.id}`, entry)] };
}

const own = (site: Site, me: Person) => (me.companyId === site.company.id ? me : site.admin);

export const outboxSamples: SamplesOf<typeof outboxCalls> = {
  sendOutbox: {
    access: everyone,
    input: async (site, me) => {
      const holderId = await holderOf(site);
      const { id, currentTag, locationId } = await site.company.bunch(site.here.id);
      const entry = {
        n: 2,
        key: randomUUID(),
        kind: 'issue' as const,
        keyBunchId: id,
        doneAt: new Date().toISOString(),
        seen: { status: 'active', holderId: null, currentTag, locationId },
        body: {
          holderId,
          officerName: await nameOfHolder(site, holderId),
          ...issueFacts,
          dueAt: '2090-01-01T06:00:00Z',
          newTag: '77',
          notes: 'At the gate',
        },
      };
      return { body: { device: await deviceOf(me), entries: [entry], unsent: 1, takenBack: [1] } };
    },
  },
  handInOutbox: { access: 'anyone', input: async (site) => ({ body: await handedIn(site) }) },
  listOutbox: {
    access: everyone,
    input: () => ({ query: { state: 'open', answer: 'theirs', keyBunchId: 1, ...idPage } }),
    names: { keyBunchId: 'bunch' },
  },
  listOutboxGaps: { access: everyone, input: () => ({}) },
  getOutboxQuestion: {
    access: everyone,
    id: 'question',
    input: async (site, me) => ({ params: { id: await questionOf(site, own(site, me)) } }),
  },
  settleOutbox: {
    access: everyone,
    id: 'question',
    input: async (site, me) => ({
      params: { id: await questionOf(site, own(site, me)) },
      body: {
        answer: 'theirs',
        newTag: '88',
        keysCounted: 1,
        fobsCounted: 0,
        missingNote: 'Nothing',
        notes: 'Callum has it',
      },
    }),
  },
  registerDevice: { access: everyone, input: () => ({ body: { id: randomUUID(), name: unique('Phone') } }) },
  listDevices: { access: everyone, input: () => ({}) },
  forgetDevice: {
    access: everyone,
    input: async (_site, me) => ({ params: { device: await deviceOf(me) } }),
  },
};

const cursor = Buffer.from(JSON.stringify(['A 1', 'MCR-0101', 1])).toString('base64url');

export const paperSamples: SamplesOf<typeof paperCalls> = {
  getRegisterSheet: {
    access: everyone,
    input: (site) => ({ query: { location: site.here.id, sites: 'true', limit: 100, cursor } }),
    names: { location: 'location' },
  },
  numberRegisterSheet: {
    access: everyone,
    input: (site) => ({ body: { locationId: site.here.id, sites: true } }),
    names: { locationId: 'location' },
  },
  recordPaper: {
    access: staff,
    input: async (site) => {
      const holderId = await holderOf(site);
      const line = {
        ...{ line: 1, doneAt: new Date(Date.now() - 600_000).toISOString(), kind: 'out' as const },
        ...{ keyBunchId: (await bunchOf(site)).id, set: 'MCR-0101' },
        ...{ holderId, who: await nameOfHolder(site, holderId), newTag: '448512', keysCounted: 1 },
      };
      const sheet = { sheet: 'P-0319, page 3', writtenBy: 'Siân Morgan', dryRun: false };
      return { body: { ...sheet, locationId: site.here.id, lines: [line] } };
    },
    names: { locationId: 'location' },
  },
};
