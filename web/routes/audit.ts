import { createRoute } from '@tanstack/react-router';
import { any } from '../../shared/permissions.ts';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

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
