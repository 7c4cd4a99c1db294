import { Dashboard, Stats } from '../dashboard.ts';
import { get } from './call.ts';

/** Figures for the whole register. */
export const dashboardCalls = {
  getDashboard: get('/api/dashboard', {
    reads: ['keyBunches', 'locations', 'movements', 'foundNotices', 'webhooks'],
    needs: 'key:view',
    reply: Dashboard,
  }),
  getDashboardStats: get('/api/dashboard/stats', {
    reads: ['keyBunches'],
    needs: 'key:view',
    reply: Stats,
  }),
};
