import * as z from 'zod/mini';
import {
  Device,
  DeviceForm,
  DeviceKey,
  HandInForm,
  HandInReply,
  OutboxForm,
  OutboxGap,
  OutboxQuery,
  OutboxQuestion,
  OutboxQuestionDetail,
  OutboxReply,
  SettleForm,
} from '../outbox.ts';
import { PaperForm, PaperReply } from '../paper.ts';
import { all } from '../permissions.ts';
import { PrintedSheet, PrintedSheetForm, RegisterSheet, RegisterSheetQuery } from '../register-sheet.ts';
import { get, post, remove } from './call.ts';
import { Done } from './plain.ts';

const SEES = 'own questions; those of others: key:issue at their location';

/** What was done without signal: entries of devices, the questions they raise, and the devices themselves (decision 0077). */
export const outboxCalls = {
  sendOutbox: post('/api/outbox', {
    changes: ['keyBunches', 'movements', 'log', 'outbox'],
    needs: 'company',
    also: 'each entry as its action needs; without it the entry is asked about',
    body: OutboxForm,
    reply: OutboxReply,
    noTokens: true,
  }),
  handInOutbox: post('/api/outbox/hand-in', {
    changes: ['outbox'],
    needs: 'nobody',
    also: 'entries that the key of a device opens, of an account that was closed in the last days',
    body: HandInForm,
    reply: HandInReply,
  }),
  listOutbox: get('/api/outbox', {
    reads: ['outbox', 'keyBunches'],
    needs: 'company',
    also: SEES,
    query: OutboxQuery,
    reply: z.array(OutboxQuestion),
  }),
  listOutboxGaps: get('/api/outbox/gaps', {
    reads: ['outbox'],
    needs: 'company',
    also: 'own ones; those of others: system:admin',
    reply: z.array(OutboxGap),
  }),
  getOutboxQuestion: get('/api/outbox/:id', {
    reads: ['outbox', 'keyBunches', 'movements', 'holders'],
    one: ['outbox'],
    needs: 'company',
    also: SEES,
    reply: OutboxQuestionDetail,
  }),
  settleOutbox: post('/api/outbox/:id/settle', {
    changes: ['keyBunches', 'movements', 'log', 'outbox'],
    needs: 'company',
    also: `${SEES}; mine of an own one: as its action needs; onHook: key:return or key:issue`,
    body: SettleForm,
    reply: OutboxQuestion,
    noTokens: true,
  }),
  registerDevice: post('/api/devices', {
    changes: ['outbox'],
    needs: 'company',
    body: DeviceForm,
    reply: DeviceKey,
    oneTimeSecret: 'key',
    noTokens: true,
  }),
  listDevices: get('/api/devices', {
    reads: ['outbox'],
    needs: 'company',
    noTokens: true,
    reply: z.array(Device),
  }),
  forgetDevice: remove('/api/devices/:device', {
    changes: ['outbox', 'users', 'me', 'log'],
    needs: 'company',
    params: { device: z.uuid('Device not found') },
    reply: Done,
    noTokens: true,
  }),
};

/** The register on paper, and what was written on it while Keyhold was out of reach (decision 0082). */
export const paperCalls = {
  getRegisterSheet: get('/api/register-sheet', {
    reads: ['keyBunches', 'holders', 'locations'],
    needs: 'key:view',
    query: RegisterSheetQuery,
    reply: RegisterSheet,
  }),
  numberRegisterSheet: post('/api/register-sheet', {
    changes: ['company', 'log'],
    needs: 'key:view',
    body: PrintedSheetForm,
    reply: PrintedSheet,
    status: 201,
  }),
  recordPaper: post('/api/paper', {
    changes: ['keyBunches', 'movements', 'reservations'],
    needs: all('key:issue', 'key:return'),
    body: PaperForm,
    reply: PaperReply,
    mail: true,
  }),
};
