import { createRoute } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { any } from '../../shared/permissions.ts';
import { page, root, textsOf } from './root.tsx';

/** Filters of a history panel; `from` and `to` belong to `date=custom`. */
export const NO_HISTORY_FILTERS = { action: '', date: '', from: '', to: '' };

const SEES_HOLDERS = any('key:issue', 'key:return', 'user:view');
const NO_HOLDERS = "You don't have permission to see who may have keys.";
const NO_IMPORT = "You don't have permission to import.";
export const NO_KEYS = "You don't have permission to view keys.";

/** Pages of what the register knows beside the keys: people, premises, locations, users, settings and imports. */
export const recordRoutes = [
  createRoute({
    getParentRoute: root,
    path: '/import',
    ...textsOf({ kind: '', again: '' }),
    staticData: {
      title: 'Import',
      needs: api.checkImport.needs,
      refusal: NO_IMPORT,
    },
    ...page(() => import('../import/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/imports',
    staticData: {
      title: 'Imports',
      needs: api.listImports.needs,
      refusal: NO_IMPORT,
    },
    ...page(() => import('../import/ImportsPage.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/people',
    ...textsOf({ tab: '', search: '', kind: '', active: '' }),
    staticData: { title: 'People', needs: SEES_HOLDERS, refusal: NO_HOLDERS },
    ...page(() => import('../holder/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/people/$id',
    ...textsOf({ ...NO_HISTORY_FILTERS, held: '' }),
    staticData: { title: 'Person', needs: SEES_HOLDERS, refusal: NO_HOLDERS },
    ...page(() => import('../holder/PersonPage.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/premises',
    ...textsOf({ search: '', client: '', by: '' }),
    staticData: { title: 'Premises', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../premises/PremisesListPage.tsx'), 'PremisesListPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/premises/$id',
    ...textsOf(NO_HISTORY_FILTERS),
    staticData: { title: 'Premises', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../premises/PremisesPage.tsx'), 'PremisesPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/locations',
    staticData: {
      title: 'Locations',
      needs: 'location:view',
      refusal: "You don't have permission to view locations.",
    },
    ...page(() => import('../location/LocationsPage.tsx'), 'LocationsPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/location-report/$locationId',
    staticData: {
      title: 'Location Report',
      needs: 'reports:view',
      refusal: "You don't have permission to view location reports.",
    },
    ...page(() => import('../location-report/LocationReportPage.tsx'), 'LocationReportPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/users',
    ...textsOf({ search: '', role: '', status: '' }),
    staticData: {
      title: 'User Management',
      needs: 'user:view',
      refusal: "You don't have permission to access user management.",
    },
    ...page(() => import('../user/UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/profile',
    staticData: { title: 'My Profile' },
    ...page(() => import('../user/ProfilePage.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/settings',
    ...textsOf({ tab: '' }),
    staticData: {
      title: 'Settings',
      needs: 'system:admin',
      refusal: "You don't have permission to access system settings.",
    },
    ...page(() => import('../setting/SettingsPage.tsx'), 'SettingsPage'),
  }),
] as const;
