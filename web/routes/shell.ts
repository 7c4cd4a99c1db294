import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root.tsx';

export const dashboard = createRoute({
  getParentRoute: root,
  path: '/',
  staticData: { title: 'Dashboard' },
  component: lazyRouteComponent(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

export const notifications = createRoute({
  getParentRoute: root,
  path: '/notifications',
  staticData: { title: 'Notifications Demo' },
  component: lazyRouteComponent(() => import('../notification/NotificationsPage.tsx'), 'NotificationsPage'),
});
