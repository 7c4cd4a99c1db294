import * as z from 'zod/mini';
import {
  BlankCodes,
  BlankCodesForm,
  Finder,
  FoundForm,
  FoundNotice,
  FoundNoticesQuery,
  Label,
  Labels,
  LabelsForm,
  LinkLabelForm,
} from '../label.ts';
import { any } from '../permissions.ts';
import { get, post } from './call.ts';
import { Done, emptyBody } from './plain.ts';

/**
 * Printed labels, the page their codes open, and messages from finders. A malformed code in a path gets the same reply as an unused one.
 */
export const labelCalls = {
  makeLabels: post('/api/labels', {
    changes: ['keyBunches'],
    needs: 'key:edit',
    body: LabelsForm,
    reply: Labels,
  }),
  makeBlankCodes: post('/api/labels/blank', {
    changes: [],
    needs: 'key:edit',
    body: BlankCodesForm,
    reply: BlankCodes,
    status: 201,
  }),
  linkLabel: post('/api/key-bunches/:id/label', {
    changes: ['keyBunches', 'log'],
    needs: 'key:edit',
    body: LinkLabelForm,
    reply: Label,
  }),
  renewLabel: post('/api/key-bunches/:id/label-token', {
    changes: ['keyBunches', 'log'],
    needs: 'key:edit',
    body: emptyBody,
    reply: Label,
  }),
  getFinder: get('/api/finder/:code', {
    reads: [],
    needs: 'nobody',
    also: 'the set only for key:view at its location',
    params: { code: z.string() },
    reply: Finder,
  }),
  reportFound: post('/api/finder/:code', {
    changes: ['foundNotices'],
    needs: 'nobody',
    params: { code: z.string() },
    body: FoundForm,
    reply: Done,
    mail: true,
  }),
  listFoundNotices: get('/api/found-notices', {
    reads: ['foundNotices', 'keyBunches'],
    needs: any('key:edit', 'key:return'),
    query: FoundNoticesQuery,
    reply: z.array(FoundNotice),
  }),
  closeFoundNotice: post('/api/found-notices/:id/close', {
    changes: ['foundNotices', 'log'],
    needs: any('key:edit', 'key:return'),
    body: emptyBody,
    reply: FoundNotice,
  }),
};
