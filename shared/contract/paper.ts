import { PaperForm, PaperReply } from '../paper.ts';
import { all } from '../permissions.ts';
import { PrintedSheet, PrintedSheetForm, RegisterSheet, RegisterSheetQuery } from '../register-sheet.ts';
import { get, post } from './call.ts';

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
