import * as z from 'zod/mini';
import {
  AuditedLocation,
  AuditQuery,
  AuditScope,
  AuditScopeQuery,
  AuditSession,
  AuditTicks,
  AuditTicksQuery,
  OneAuditSession,
} from '../audit.ts';
import {
  AuditCompleteForm,
  AuditScanForm,
  AuditScanReply,
  AuditStartForm,
  AuditTickForm,
  AuditTickReply,
} from '../audit-actions.ts';
import { Verification, VerificationQuery } from '../audit-verification.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { emptyBody } from './plain.ts';

const OWN_AUDIT = 'the own session, or audit:edit for another';

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
    reads: ['audits'],
    needs: any('audit:view', 'key:bulk_move'),
    query: VerificationQuery,
    reply: Verification,
  }),
  startAudit: post('/api/audit/start', {
    changes: ['audits'],
    needs: 'audit:create',
    body: AuditStartForm,
    reply: OneAuditSession,
    status: 201,
  }),
  scanAudit: post('/api/audit/nfc-scan', {
    changes: ['ticks', 'keyBunches'],
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditScanForm,
    reply: AuditScanReply,
  }),
  tickAudit: post('/api/audit/:id/ticks', {
    changes: ['ticks'],
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditTickForm,
    reply: AuditTickReply,
  }),
  completeAudit: post('/api/audit/:id/complete', {
    changes: ['audits', 'keyBunches', 'movements', 'log'],
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditCompleteForm,
    reply: OneAuditSession,
  }),
  cancelAudit: post('/api/audit/:id/cancel', {
    changes: ['audits'],
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: emptyBody,
    reply: OneAuditSession,
  }),
};
