import { BackupHealth, Dashboard, FirstSteps, Stats } from '../dashboard.ts';
import { get, post } from './call.ts';
import { Done, emptyBody } from './plain.ts';

/** Figures for the whole register, a new company's first steps, and the state of the server's backups, which only commands on the server make. */
export const dashboardCalls = {
  getDashboard: get('/api/dashboard', {
    reads: ['keyBunches', 'locations', 'movements', 'foundNotices', 'handovers', 'webhooks'],
    needs: 'key:view',
    reply: Dashboard,
  }),
  getDashboardStats: get('/api/dashboard/stats', {
    reads: ['keyBunches'],
    needs: 'key:view',
    reply: Stats,
  }),
  getFirstSteps: get('/api/first-steps', {
    reads: ['keyBunches', 'locations', 'holders', 'users'],
    needs: 'system:admin',
    reply: FirstSteps,
  }),
  dismissFirstSteps: post('/api/first-steps/dismiss', {
    changes: ['company'],
    needs: 'system:admin',
    body: emptyBody,
    reply: Done,
  }),
  getBackupHealth: get('/api/backups/health', {
    reads: ['company'],
    needs: 'system:admin',
    reply: BackupHealth,
  }),
};
