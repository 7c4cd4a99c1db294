import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';

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
  ...page(() => import('../notification/NotificationsPage.tsx'), 'NotificationsPage'),
});
