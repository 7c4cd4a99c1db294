import type { bulkMoveCalls } from '../../../shared/contract/bulk-move.ts';
import { managers, type SamplesOf } from '../sample.ts';
import { audited, bunchOf } from '../site.ts';

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
