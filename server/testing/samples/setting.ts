import type { settingCalls } from '../../../shared/contract/setting.ts';
import { owner, type SamplesOf } from '../sample.ts';
import { settingOf, unique } from '../site.ts';

const settingBody = () => ({
  name: unique('kind'),
  displayName: 'Safe',
  description: 'In the strong room',
  color: '#8b5cf6',
  isActive: false,
  due: null,
});

export const settingSamples: SamplesOf<typeof settingCalls> = {
  getSettings: { access: 'member', input: () => ({}) },
  createSetting: {
    access: owner,
    input: () => ({ params: { category: 'actions' }, body: settingBody() }),
  },
  updateSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site), body: settingBody() }),
  },
  deleteSetting: {
    access: owner,
    id: 'setting',
    input: async (site) => ({ params: await settingOf(site) }),
  },
};
