import * as z from 'zod/mini';
import {
  ImportCheck,
  ImportCheckForm,
  ImportDone,
  ImportForm,
  ImportProgress,
  ProgressQuery,
} from '../import.ts';
import { IMPORT_BODY_MAX, IMPORT_ROWS_MAX, TOO_MANY_ROWS } from '../limits.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { anyBody } from './plain.ts';

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
    body: anyBody,
    reply: z.object({ message: z.string() }),
  }),
};
