import { Dashboard, Stats } from '../dashboard.ts';
import { get } from './call.ts';

/** The figures of the whole register. */
export const dashboardCalls = {
  getDashboard: get('/api/dashboard', { needs: 'key:view', reply: Dashboard }),
  getDashboardStats: get('/api/dashboard/stats', { needs: 'key:view', reply: Stats }),
};
