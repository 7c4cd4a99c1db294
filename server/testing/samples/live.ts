import type { liveCalls } from '../../../shared/contract/live.ts';
import type { SamplesOf } from '../sample.ts';

export const liveSamples: SamplesOf<typeof liveCalls> = {
  getLive: { access: 'member', input: () => ({ query: { after: '' } }) },
};
