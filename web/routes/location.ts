import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';

export const locations = createRoute({
  getParentRoute: root,
  path: '/locations',
  staticData: {
    title: 'Locations',
    needs: 'location:view',
    refusal: "You don't have permission to view locations.",
  },
  ...page(() => import('../location/LocationsPage.tsx'), 'LocationsPage'),
});

export const locationReport = createRoute({
  getParentRoute: root,
  path: '/location-report/$locationId',
  staticData: {
    title: 'Location Report',
    needs: 'reports:view',
    refusal: "You don't have permission to view location reports.",
  },
  ...page(() => import('../location-report/LocationReportPage.tsx'), 'LocationReportPage'),
});
