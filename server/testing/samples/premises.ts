import type { premisesCalls } from '../../../shared/contract/premises.ts';
import { everyone, managers, type SamplesOf, staff } from '../sample.ts';
import { premisesOf, unique } from '../site.ts';

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
        sort: 'client',
        limit: 10,
        cursor: Buffer.from(JSON.stringify([1, 'Pier Estates', 'Unit 4', 1])).toString('base64url'),
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
