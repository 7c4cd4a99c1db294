import * as z from 'zod/mini';
import {
  FormerEntry,
  FormerHistoryQuery,
  FormerRegister,
  RegisterImport,
  RegisterImportQuery,
} from '../former-register.ts';
import {
  ImportCheck,
  ImportCheckForm,
  ImportDone,
  ImportForm,
  ImportProgress,
  ProgressQuery,
} from '../import.ts';
import { IMPORT_BODY_MAX, IMPORT_ROWS_MAX, REGISTER_ZIP_MAX, TOO_MANY_ROWS } from '../limits.ts';
import { all, any } from '../permissions.ts';
import { get, post } from './call.ts';
import { emptyBody } from './plain.ts';

const NEEDS = any('key:create', 'location:create', 'key:issue', 'user:edit');
const ALSO =
  'of sets key:create (key:edit to change one, key:move its place or type, key:issue with a holder), of people key:issue (user:edit), of locations location:create (location:edit) and access to all locations, of premises key:create (key:edit)';
const large = {
  field: 'rows',
  bytes: IMPORT_BODY_MAX,
  refusal: 'This is more than can be read at once. Split the file.',
  list: { most: IMPORT_ROWS_MAX, refusal: TOO_MANY_ROWS },
};

/** Imports from files: checked, applied as a whole, and undone. */
export const importCalls = {
  checkImport: post('/api/imports/check', {
    changes: [],
    needs: NEEDS,
    also: ALSO,
    body: ImportCheckForm,
    large,
    reply: ImportCheck,
  }),
  runImport: post('/api/imports', {
    changes: ['keyBunches', 'movements', 'log', 'locations', 'holders', 'premises', 'plan'],
    needs: NEEDS,
    also: ALSO,
    body: ImportForm,
    large,
    reply: ImportDone,
    status: 201,
  }),
  importRegister: post('/api/imports/register', {
    changes: [
      'keyBunches',
      'movements',
      'log',
      'locations',
      'holders',
      'premises',
      'plan',
      'users',
      'settings',
      'company',
    ],
    needs: 'system:admin',
    also: 'access to all locations, and an empty company',
    confirm: true,
    noTokens: true,
    mail: true,
    query: RegisterImportQuery,
    file: {
      bytes: REGISTER_ZIP_MAX,
      refusal: 'This export is too large: at most 128 MB can come back at once.',
    },
    reply: RegisterImport,
    status: 201,
  }),
  listFormerRegisters: get('/api/former-registers', {
    reads: ['historyChecks'],
    needs: all('key:view', 'history:view'),
    reply: z.array(FormerRegister),
  }),
  getFormerHistory: get('/api/key-bunches/:id/former-history', {
    reads: ['movements'],
    needs: all('key:view', 'history:view'),
    query: FormerHistoryQuery,
    reply: z.array(FormerEntry),
  }),
  getImportProgress: get('/api/imports/progress', {
    reads: [],
    needs: NEEDS,
    query: ProgressQuery,
    reply: ImportProgress,
  }),
  undoImport: post('/api/imports/:id/undo', {
    changes: ['keyBunches', 'movements', 'log', 'locations', 'holders', 'premises', 'plan'],
    needs: NEEDS,
    also: 'only by who did it',
    confirm: true,
    body: emptyBody,
    reply: z.object({ message: z.string() }),
  }),
};
