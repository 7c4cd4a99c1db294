import { randomUUID } from 'node:crypto';
import type { labelCalls } from '../../../shared/contract/label.ts';
import { type SamplesOf, staff } from '../sample.ts';
import { blankCodeOf, bunchOf, labelOf, noticeOf } from '../site.ts';

const foundBody = () => ({ place: 'By the bins', reach: '020 7946 0000', sent: randomUUID() });

export const labelSamples: SamplesOf<typeof labelCalls> = {
  makeLabels: {
    access: staff,
    input: async (site) => ({ body: { keyBunchIds: [(await bunchOf(site)).id] } }),
  },
  makeBlankCodes: { access: staff, input: () => ({ body: { count: 2 } }) },
  linkLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: { code: await blankCodeOf(site) } }),
  },
  renewLabel: {
    access: staff,
    id: 'bunch',
    input: async (site) => ({ params: await bunchOf(site), body: {} }),
  },
  getFinder: { access: 'anyone', input: async (site) => ({ params: { code: await labelOf(site) } }) },
  reportFound: {
    access: 'anyone',
    input: async (site) => ({ params: { code: await labelOf(site) }, body: foundBody() }),
  },
  listFoundNotices: {
    access: staff,
    input: async (site) => ({ query: { keyBunchId: (await bunchOf(site)).id } }),
    names: { keyBunchId: 'bunch' },
  },
  closeFoundNotice: {
    access: staff,
    id: 'notice',
    input: async (site) => ({ params: { id: await noticeOf(site) }, body: {} }),
  },
};
