import type { paperCalls } from '../../../shared/contract/paper.ts';
import { everyone, type SamplesOf, staff } from '../sample.ts';
import { bunchOf, holderOf, nameOfHolder } from '../site.ts';

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
