import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** The tab of the settings as it stands in their address; none is the first. */
const NO_TAB = { tab: '' };

export const settings = createRoute({
  getParentRoute: root,
  path: '/settings',
  ...textsOf(NO_TAB),
  staticData: {
    title: 'Settings',
    needs: 'system:admin',
    refusal: "You don't have permission to access system settings.",
  },
  ...page(() => import('../setting/SettingsPage.tsx'), 'SettingsPage'),
});
