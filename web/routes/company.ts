import { createRoute } from '@tanstack/react-router';
import { page, textsOf } from './page.ts';
import { root } from './root.tsx';

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

export const profile = createRoute({
  getParentRoute: root,
  path: '/profile',
  staticData: { title: 'My Profile' },
  ...page(() => import('../user/ProfilePage.tsx'), 'ProfilePage'),
});

/** Filters of the users in their address. */
const NO_USER_FILTERS = { search: '', role: '', status: '' };

export const users = createRoute({
  getParentRoute: root,
  path: '/users',
  ...textsOf(NO_USER_FILTERS),
  staticData: {
    title: 'User Management',
    needs: 'user:view',
    refusal: "You don't have permission to access user management.",
  },
  ...page(() => import('../user/UsersPage.tsx'), 'UsersPage'),
});

export const dashboard = createRoute({
  getParentRoute: root,
  path: '/',
  staticData: { title: 'Dashboard' },
  ...page(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

export const notifications = createRoute({
  getParentRoute: root,
  path: '/notifications',
  staticData: { title: 'Notifications Demo' },
  ...page(() => import('../shell/NotificationsPage.tsx'), 'NotificationsPage'),
});
