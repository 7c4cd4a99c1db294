import { randomUUID } from 'node:crypto';
import type { importCalls } from '../../../shared/contract/import.ts';
import { type SamplesOf, staff } from '../sample.ts';
import { importOf, type Site, unique } from '../site.ts';

const importedPeople = (site: Site) => ({
  kind: 'people',
  rows: [{ row: 2, name: unique('Imported'), kind: 'Client' }],
  locations: { Here: site.here.id },
  types: { Nights: 'night_shift' },
  statuses: { Gone: 'missing' },
});

export const importSamples: SamplesOf<typeof importCalls> = {
  checkImport: { access: staff, input: (site) => ({ body: importedPeople(site) }) },
  runImport: {
    access: staff,
    input: (site) => ({
      body: {
        ...importedPeople(site),
        fileName: 'Key register.xlsx',
        sha256: 'ab'.repeat(32),
        skipRefused: true,
        progress: randomUUID(),
      },
    }),
  },
  getImportProgress: { access: staff, input: () => ({ query: { progress: randomUUID() } }) },
  undoImport: {
    access: staff,
    id: 'import',
    input: async (site, me) => ({ params: { id: await importOf(site, me) }, body: {} }),
  },
};
