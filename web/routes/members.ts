import { createRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { all, any } from '../../shared/permissions.ts';
import { NO_HISTORY_FILTERS, NO_KEYS, recordRoutes } from './records.ts';
import { page, root, text, textsOf } from './root.tsx';

/** Filters and order of the key list. */
const NO_KEY_FILTERS = { search: '', type: '', location: '', status: '', watch: '', check: '', sort: '' };
/** The key list; `set` is the set whose details are open. */
const keySearch = textsOf({ ...NO_KEY_FILTERS, set: '' });

const NO_HANDOVERS = "You don't have permission to hand over a key room.";
const NO_AUDITS = "You don't have permission to audit locations.";

/** Pages of signed-in users; the values in an address are texts, empty by default. */
export const memberRoutes = [
  ...recordRoutes,
  // Start of the desk, by ids: `person` takes sets, the sets of `returning` come back, or `set` is scanned.
  createRoute({
    getParentRoute: root,
    path: '/desk',
    ...textsOf({ person: '', returning: '', set: '' }),
    staticData: {
      title: 'Desk',
      needs: any('key:issue', 'key:return'),
      refusal: "You don't have permission to issue or return keys.",
    },
    ...page(() => import('../desk/DeskPage.tsx'), 'DeskPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/',
    staticData: { title: 'Dashboard' },
    ...page(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/mine',
    staticData: { title: 'My keys', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../mine/MinePage.tsx'), 'MinePage'),
  }),
  // `question` is the one that is shown; `tab` of a wide screen.
  createRoute({
    getParentRoute: root,
    path: '/outbox',
    ...textsOf({ tab: '', question: '' }),
    staticData: { title: 'Outbox' },
    ...page(() => import('../outbox/OutboxPage.tsx'), 'OutboxPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/receipts/$batchId',
    ...textsOf({ print: '' }),
    staticData: {
      title: 'Receipt',
      needs: any('key:issue', 'key:return', 'history:view'),
      refusal: "You don't have permission to see receipts.",
    },
    ...page(() => import('../receipt/ReceiptPage.tsx'), 'ReceiptPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/room-handovers',
    ...textsOf({ location: '' }),
    staticData: { title: 'Room handovers', needs: api.listRoomHandovers.needs, refusal: NO_HANDOVERS },
    ...page(() => import('../room-handover/RoomHandoversPage.tsx'), 'RoomHandoversPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/room-handovers/$id',
    staticData: { title: 'Room handover', needs: api.listRoomHandovers.needs, refusal: NO_HANDOVERS },
    ...page(() => import('../room-handover/RoomHandoverPage.tsx'), 'RoomHandoverPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/key-bunches',
    ...keySearch,
    // `locationId` is an alias of `location`.
    validateSearch: (
      search: Partial<Record<keyof typeof NO_KEY_FILTERS | 'set' | 'locationId' | 'out', unknown>> &
        SearchSchemaInput,
    ) =>
      keySearch.validateSearch({
        ...search,
        location: text(search.location) || text(search.locationId),
        check: text(search.check) || (text(search.out) && 'out'),
      }),
    staticData: { title: 'Keys', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../key-bunch/list/KeyBunchesPage.tsx'), 'KeyBunchesPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/key-history/$id',
    ...textsOf({ kind: '', ...NO_HISTORY_FILTERS }),
    staticData: {
      title: 'Key History',
      needs: all('key:view', 'history:view'),
      refusal: "You don't have permission to view the history of a key set.",
    },
    ...page(() => import('../key-bunch/history/KeyHistoryPage.tsx'), 'KeyHistoryPage'),
  }),
  // The sets to print labels for: by ids, or by the filters of the key list.
  createRoute({
    getParentRoute: root,
    path: '/labels',
    ...textsOf({ sets: '', ...NO_KEY_FILTERS }),
    staticData: {
      title: 'Labels',
      needs: 'key:edit',
      refusal: "You don't have permission to print labels.",
      back: { to: '/key-bunches', label: 'Back to Keys' },
    },
    ...page(() => import('../key-bunch/label/LabelsPage.tsx'), 'LabelsPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/out',
    ...textsOf({ tab: '', by: '', search: '', location: '', type: '' }),
    staticData: { title: 'Out now', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../custody/OutPage.tsx'), 'OutPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/reserved',
    ...textsOf({ tab: '', by: '', search: '', location: '', blocked: '' }),
    staticData: { title: 'Reserved', needs: 'key:view', refusal: NO_KEYS },
    ...page(() => import('../reservation/ReservedPage.tsx'), 'ReservedPage'),
  }),
  // `held` is the time of "Held at", in the company's zone.
  // `type=all` means all types.
  createRoute({
    getParentRoute: root,
    path: '/bulk-move-keys',
    ...textsOf({ type: '', from: '', to: '' }),
    staticData: {
      title: 'Bulk Move Keys',
      needs: 'key:bulk_move',
      refusal: "You don't have permission to bulk move keys.",
      back: { to: '/locations', label: 'Back to Locations' },
    },
    ...page(() => import('../bulk-move/BulkMovePage.tsx'), 'BulkMovePage'),
  }),
  // The open session, or the choices of a new one.
  createRoute({
    getParentRoute: root,
    path: '/audit',
    ...textsOf({ session: '', location: '', type: '' }),
    staticData: { title: 'Location Audit', needs: 'audit:create', refusal: NO_AUDITS },
    ...page(() => import('../audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/audit/$id',
    staticData: { title: 'Audit', needs: any('audit:view', 'audit:create'), refusal: NO_AUDITS },
    ...page(() => import('../audit/report/AuditReportPage.tsx'), 'AuditReportPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/history',
    ...textsOf({ search: '', ...NO_HISTORY_FILTERS, late: '', by: '' }),
    staticData: {
      title: 'Movement History',
      needs: 'history:view',
      refusal: "You don't have permission to view key movement history.",
    },
    ...page(() => import('../movement/HistoryPage.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/activity',
    ...textsOf({ kind: '', person: '', date: '', from: '', to: '' }),
    staticData: {
      title: 'Activity',
      needs: 'system:admin',
      refusal: "You don't have permission to view the activity of the company.",
    },
    ...page(() => import('../activity/ActivityPage.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/notifications',
    staticData: { title: 'Notifications Demo' },
    ...page(() => import('../shell/NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  // What waits for the user as a second person; `#12` opens that question.
  createRoute({
    getParentRoute: root,
    path: '/approvals',
    staticData: { title: 'Approvals' },
    ...page(() => import('../approval/ApprovalsPage.tsx'), 'ApprovalsPage'),
  }),
  // The register on paper; `sheet=sites` is the sheet of the sites.
  createRoute({
    getParentRoute: root,
    path: '/register/$locationId',
    ...textsOf({ sheet: '' }),
    staticData: {
      title: 'Register on paper',
      needs: 'key:view',
      refusal: NO_KEYS,
    },
    ...page(() => import('../paper/RegisterPage.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/paper',
    ...textsOf({ location: '' }),
    staticData: {
      title: 'Type in a paper sheet',
      needs: api.recordPaper.needs,
      refusal: "You don't have permission to issue and return keys.",
    },
    ...page(() => import('../paper/PaperPage.tsx'), 'PaperPage'),
  }),
] as const;
