import * as z from 'zod/mini';
import { AuditLog, ExportQuery, Movement, MovementQuery } from '../movement.ts';
import { all } from '../permissions.ts';
import { idQuery, pageQuery } from '../text.ts';
import { get } from './call.ts';

/** The history: movements, and the log of a key bunch. */
export const movementCalls = {
  listMovements: get('/api/movement-history', {
    reads: ['movements'],
    needs: 'history:view',
    query: MovementQuery,
    reply: z.array(Movement),
  }),
  exportMovements: get('/api/movement-history/export', {
    reads: [],
    needs: 'history:view',
    confirm: true,
    query: ExportQuery,
    reply: 'csv',
  }),
  getKeyBunchHistory: get('/api/key-bunches/:id/history', {
    reads: ['movements'],
    one: ['movements'],
    needs: all('key:view', 'history:view'),
    query: MovementQuery,
    reply: z.array(Movement),
  }),
  listAuditLogs: get('/api/audit-logs', {
    reads: ['log'],
    needs: all('key:view', 'history:view'),
    query: z.object({ keyBunchId: idQuery('Unknown key set'), ...pageQuery }),
    reply: z.array(AuditLog),
  }),
};
