import type { apiTokenCalls } from '../../../shared/contract/api-token.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { tokenBody, tokenOf } from '../site.ts';

export const apiTokenSamples: SamplesOf<typeof apiTokenCalls> = {
  listTokens: { access: owner, input: () => ({}) },
  createToken: {
    access: owner,
    input: (site) => ({ body: tokenBody(site) }),
  },
  revokeToken: {
    access: owner,
    id: 'token',
    input: async (site) => ({ params: { id: (await tokenOf(site)).id } }),
  },
};
