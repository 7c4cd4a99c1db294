import * as z from 'zod/mini';
import {
  AuditedLocation,
  AuditPeople,
  AuditQuery,
  AuditScope,
  AuditScopeQuery,
  AuditSession,
  AuditTicks,
  AuditTicksQuery,
  OneAuditSession,
  UndoneAudit,
} from '../audit.ts';
import {
  AuditCompleteForm,
  AuditJoinForm,
  AuditReadingForm,
  AuditReadingReply,
  AuditScanForm,
  AuditScanReply,
  AuditSplitForm,
  AuditStartForm,
  AuditTickForm,
  AuditTickReply,
} from '../audit-actions.ts';
import { Verification, VerificationQuery } from '../audit-verification.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { emptyBody } from './plain.ts';

const AUDITOR = any('audit:create', 'audit:edit');

/** Audits of a location. */
export const auditCalls = {
  listAudits: get('/api/audit', {
    reads: ['audits', 'ticks'],
    needs: any('audit:view', 'audit:create'),
    query: AuditQuery,
    reply: z.array(AuditSession),
  }),
  getAuditScope: get('/api/audit/scope/:id', {
    reads: ['keyBunches'],
    needs: 'audit:create',
    query: AuditScopeQuery,
    reply: AuditScope,
  }),
  listAuditedLocations: get('/api/audit/locations', {
    reads: ['audits', 'keyBunches', 'locations'],
    needs: any('audit:view', 'audit:create'),
    reply: z.array(AuditedLocation),
  }),
  getAudit: get('/api/audit/:id', {
    reads: ['audits', 'ticks', 'keyBunches'],
    one: ['audits', 'ticks'],
    needs: any('audit:view', 'audit:create'),
    reply: OneAuditSession,
  }),
  getAuditTicks: get('/api/audit/:id/ticks', {
    query: AuditTicksQuery,
    reads: ['audits', 'ticks', 'keyBunches'],
    one: ['audits', 'ticks'],
    needs: any('audit:view', 'audit:create'),
    reply: AuditTicks,
  }),
  getVerification: get('/api/audit/verification/:id', {
    reads: ['audits', 'company'],
    needs: any('audit:view', 'key:bulk_move'),
    query: VerificationQuery,
    reply: Verification,
  }),
  startAudit: post('/api/audit/start', {
    changes: ['audits', 'ticks'],
    needs: 'audit:create',
    body: AuditStartForm,
    reply: OneAuditSession,
    status: 201,
  }),
  joinAudit: post('/api/audit/:id/join', {
    changes: ['ticks'],
    needs: AUDITOR,
    body: AuditJoinForm,
    reply: AuditPeople,
  }),
  leaveAudit: post('/api/audit/:id/leave', {
    changes: ['ticks'],
    needs: AUDITOR,
    body: emptyBody,
    reply: AuditPeople,
  }),
  splitAudit: post('/api/audit/:id/split', {
    changes: ['ticks'],
    needs: AUDITOR,
    body: AuditSplitForm,
    reply: AuditPeople,
  }),
  scanAudit: post('/api/audit/nfc-scan', {
    changes: ['ticks', 'keyBunches'],
    needs: AUDITOR,
    body: AuditScanForm,
    reply: AuditScanReply,
  }),
  tickAudit: post('/api/audit/:id/ticks', {
    changes: ['ticks'],
    needs: AUDITOR,
    body: AuditTickForm,
    reply: AuditTickReply,
  }),
  readAudit: post('/api/audit/:id/readings', {
    changes: ['ticks', 'keyBunches'],
    needs: AUDITOR,
    body: AuditReadingForm,
    reply: AuditReadingReply,
  }),
  completeAudit: post('/api/audit/:id/complete', {
    changes: ['audits', 'ticks', 'keyBunches', 'movements', 'log'],
    needs: AUDITOR,
    body: AuditCompleteForm,
    reply: OneAuditSession,
  }),
  undoAudit: post('/api/audit/:id/undo', {
    changes: ['audits', 'ticks', 'keyBunches', 'movements', 'log'],
    needs: AUDITOR,
    also: "the own completion, or audit:edit for another's",
    body: emptyBody,
    reply: UndoneAudit,
  }),
  cancelAudit: post('/api/audit/:id/cancel', {
    changes: ['audits'],
    needs: AUDITOR,
    also: 'the own session, or one whose starter left or was not heard for an hour, or audit:edit for another',
    body: emptyBody,
    reply: OneAuditSession,
  }),
};
