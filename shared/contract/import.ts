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
  ImportRun,
  ImportsQuery,
  KeptMapping,
  MappingQuery,
} from '../import.ts';
import { IMPORT_BODY_MAX, IMPORT_ROWS_MAX, REGISTER_ZIP_MAX, TOO_MANY_ROWS } from '../limits.ts';
import { all, any } from '../permissions.ts';
import { get, post } from './call.ts';
import { emptyBody } from './plain.ts';

const NEEDS = any('key:create', 'location:create', 'key:issue', 'user:edit');
const ALSO =
  'of sets key:create (key:edit to change one, key:move its place or type, key:issue with a holder), of people key:issue (user:edit), of locations location:create (location:edit) and access to all locations, of premises key:create (key:edit), and system:admin for a new type or status';
const CHANGES = [
  'imports',
  'keyBunches',
  'movements',
  'log',
  'locations',
  'holders',
  'premises',
  'settings',
  'plan',
] as const;
/** Of the kinds that the caller may import; with access to some locations the caller's own only. */
const SEEN = 'what the caller may import, and without access to all locations only what they imported';
const large = {
  field: 'rows',
  bytes: IMPORT_BODY_MAX,
  refusal: 'This is more than can be read at once. Split the file.',
  list: { most: IMPORT_ROWS_MAX, refusal: TOO_MANY_ROWS },
};

/** Imports from files: checked, applied as a whole, listed, and undone. */
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
    changes: CHANGES,
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
  listImports: get('/api/imports', {
    reads: ['imports'],
    needs: NEEDS,
    also: SEEN,
    query: ImportsQuery,
    reply: z.array(ImportRun),
  }),
  getImportProgress: get('/api/imports/progress', {
    reads: [],
    needs: NEEDS,
    reply: ImportProgress,
  }),
  getImportMapping: get('/api/imports/mapping', {
    reads: [],
    needs: NEEDS,
    also: SEEN,
    query: MappingQuery,
    reply: KeptMapping,
  }),
  exportRefusedRows: get('/api/imports/:id/refused', {
    reads: [],
    needs: NEEDS,
    also: SEEN,
    confirm: true,
    reply: 'csv',
  }),
  undoImport: post('/api/imports/:id/undo', {
    changes: CHANGES,
    needs: NEEDS,
    also: 'by who did it, or with access to all locations and of sets and premises key:delete, of people user:edit, of locations location:delete',
    confirm: true,
    body: emptyBody,
    reply: z.object({ message: z.string() }),
  }),
};
