import type { apiTokenCalls } from '../../../shared/contract/api-token.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { restingTokenOf, tokenBody, tokenOf } from '../site.ts';

export const apiTokenSamples: SamplesOf<typeof apiTokenCalls> = {
  listTokens: { access: owner, input: () => ({}) },
  createToken: {
    access: owner,
    input: (site) => ({ body: tokenBody(site) }),
  },
  confirmToken: {
    access: owner,
    id: 'token',
    input: async (site, me) => ({ params: { id: await restingTokenOf(site, me) }, body: {} }),
  },
  revokeToken: {
    access: owner,
    id: 'token',
    input: async (site) => ({ params: { id: (await tokenOf(site)).id } }),
  },
};
