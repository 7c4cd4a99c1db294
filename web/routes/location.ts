import { createRoute } from '@tanstack/react-router';
import { NO_HISTORY_FILTERS, page, textsOf } from './page.ts';
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

/** Choices of a bulk move in its address; `type=all` means all types. */
const NO_MOVE_CHOICES = { type: '', from: '', to: '' };

export const bulkMove = createRoute({
  getParentRoute: root,
  path: '/bulk-move-keys',
  ...textsOf(NO_MOVE_CHOICES),
  staticData: {
    title: 'Bulk Move Keys',
    needs: 'key:bulk_move',
    refusal: "You don't have permission to bulk move keys.",
    back: { to: '/locations', label: 'Back to Locations' },
  },
  ...page(() => import('../bulk-move/BulkMovePage.tsx'), 'BulkMovePage'),
});

const REFUSAL = "You don't have permission to view keys.";

/** Filters of the premises in their address. */
const NO_PREMISES_FILTERS = { search: '', client: '', by: '' };

export const premisesList = createRoute({
  getParentRoute: root,
  path: '/premises',
  ...textsOf(NO_PREMISES_FILTERS),
  staticData: { title: 'Premises', needs: 'key:view', refusal: REFUSAL },
  ...page(() => import('../premises/PremisesListPage.tsx'), 'PremisesListPage'),
});

export const premises = createRoute({
  getParentRoute: root,
  path: '/premises/$id',
  ...textsOf(NO_HISTORY_FILTERS),
  staticData: { title: 'Premises', needs: 'key:view', refusal: REFUSAL },
  ...page(() => import('../premises/PremisesPage.tsx'), 'PremisesPage'),
});
