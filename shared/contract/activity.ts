import * as z from 'zod/mini';
import { Activity, ActivityExportQuery, ActivityQuery } from '../activity.ts';
import { get } from './call.ts';

const rules = { needs: 'system:admin', also: 'access to all locations' } as const;

/** The activity log: actions and attempts other than movements. */
export const activityCalls = {
  listActivity: get('/api/activity', {
    ...rules,
    reads: ['log'],
    query: ActivityQuery,
    reply: z.array(Activity),
  }),
  exportActivity: get('/api/activity/export', {
    ...rules,
    reads: [],
    confirm: true,
    query: ActivityExportQuery,
    reply: 'csv',
  }),
};
