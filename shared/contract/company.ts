import * as z from 'zod/mini';
import { Activity, ActivityExportQuery, ActivityQuery } from '../activity.ts';
import { Anchor, AnchorState, HistoryCheck } from '../anchor.ts';
import { Company, CompanyPatch, SetupBody } from '../company.ts';
import { User } from '../user.ts';
import { get, patch, post } from './call.ts';
import { emptyBody } from './plain.ts';

/** The company itself: its setup, its data, the check of its history and its anchors. */
export const companyCalls = {
  setUpCompany: post('/api/companies/setup', {
    changes: ['users', 'holders', 'plan', 'log'],
    needs: 'nobody',
    signsIn: true,
    also: 'no member of a company; the body is SetupForm, or AttachForm with a session',
    body: SetupBody,
    reply: z.object({ user: User, company: Company }),
    status: 201,
  }),
  getCompany: get('/api/companies/current', {
    reads: ['company', 'plan', 'settings'],
    needs: 'session',
    also: '404 without company',
    reply: Company,
  }),
  updateCompany: patch('/api/companies/current', {
    changes: ['company', 'log'],
    needs: 'system:admin',
    confirm: 'with another adminEmail',
    body: CompanyPatch,
    reply: Company,
  }),
  exportEverything: get('/api/companies/export', {
    reads: [],
    needs: 'system:admin',
    also: 'access to all locations',
    confirm: true,
    reply: 'zip',
  }),
  getHistoryCheck: get('/api/companies/verify', {
    reads: ['historyChecks'],
    needs: 'system:admin',
    reply: z.object({ last: z.nullable(HistoryCheck) }),
  }),
  verifyHistory: post('/api/companies/verify', {
    changes: ['historyChecks', 'log'],
    needs: 'system:admin',
    body: emptyBody,
    reply: HistoryCheck,
  }),
  getAnchor: get('/api/companies/anchor', {
    reads: [],
    needs: 'system:admin',
    reply: AnchorState,
  }),
  exportAnchors: get('/api/companies/anchor/export', {
    reads: [],
    needs: 'system:admin',
    confirm: true,
    reply: 'zip',
  }),
  anchorHistory: post('/api/companies/anchor', {
    changes: [],
    needs: 'company',
    also: 'a caller who sees only some locations is answered null',
    body: emptyBody,
    reply: z.object({ anchor: z.nullable(Anchor) }),
  }),
};

const OF_ACTIVITY = { needs: 'system:admin', also: 'access to all locations' } as const;

/** The activity log: actions and attempts other than movements. */
export const activityCalls = {
  listActivity: get('/api/activity', {
    ...OF_ACTIVITY,
    reads: ['log'],
    query: ActivityQuery,
    reply: z.array(Activity),
  }),
  exportActivity: get('/api/activity/export', {
    ...OF_ACTIVITY,
    reads: [],
    confirm: true,
    query: ActivityExportQuery,
    reply: 'csv',
  }),
};
