import { createRoute } from '@tanstack/react-router';
import { any } from '../../shared/permissions.ts';
import { page, textsOf } from './page.ts';
import { root } from './root.tsx';

/** The open session, or the choices of a new one; all may be empty. */
const NO_AUDIT = { session: '', location: '', type: '' };
const NO_AUDITS = "You don't have permission to audit locations.";

export const audit = createRoute({
  getParentRoute: root,
  path: '/audit',
  ...textsOf(NO_AUDIT),
  staticData: { title: 'Location Audit', needs: 'audit:create', refusal: NO_AUDITS },
  ...page(() => import('../audit/AuditPage.tsx'), 'AuditPage'),
});

export const auditReport = createRoute({
  getParentRoute: root,
  path: '/audit/$id',
  staticData: { title: 'Audit', needs: any('audit:view', 'audit:create'), refusal: NO_AUDITS },
  ...page(() => import('../audit/report/AuditReportPage.tsx'), 'AuditReportPage'),
});

/** Filters of the history in its address; `from` and `to` belong to `date=custom`. */
const NO_HISTORY_FILTERS = { search: '', date: '', action: '', from: '', to: '' };

export const history = createRoute({
  getParentRoute: root,
  path: '/history',
  ...textsOf(NO_HISTORY_FILTERS),
  staticData: {
    title: 'Movement History',
    needs: 'history:view',
    refusal: "You don't have permission to view key movement history.",
  },
  ...page(() => import('../movement/HistoryPage.tsx'), 'HistoryPage'),
});

/** Filters of the activity in its address; `from` and `to` belong to `date=custom`. */
const NO_ACTIVITY_FILTERS = { kind: '', person: '', date: '', from: '', to: '' };

export const activity = createRoute({
  getParentRoute: root,
  path: '/activity',
  ...textsOf(NO_ACTIVITY_FILTERS),
  staticData: {
    title: 'Activity',
    needs: 'system:admin',
    refusal: "You don't have permission to view the activity of the company.",
  },
  ...page(() => import('../activity/ActivityPage.tsx'), 'ActivityPage'),
});
