import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Tab of the settings in their address; empty is the first. */
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
