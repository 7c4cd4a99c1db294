import { createRoute } from '@tanstack/react-router';
import { any } from '../../shared/permissions.ts';
import { NO_HISTORY_FILTERS, page, textsOf } from './page.ts';
import { root } from './root.tsx';

/** Filters and order of Out now in its address. */
const NO_OUT_FILTERS = { tab: '', by: '', search: '', location: '', type: '' };

export const out = createRoute({
  getParentRoute: root,
  path: '/out',
  ...textsOf(NO_OUT_FILTERS),
  staticData: { title: 'Out now', needs: 'key:view', refusal: "You don't have permission to view keys." },
  ...page(() => import('../custody/OutPage.tsx'), 'OutPage'),
});

/** Start of the desk, by ids: `person` takes sets, the sets of `returning` come back, or `set` is scanned. */
const NO_START = { person: '', returning: '', set: '' };

export const desk = createRoute({
  getParentRoute: root,
  path: '/desk',
  ...textsOf(NO_START),
  staticData: {
    title: 'Desk',
    needs: any('key:issue', 'key:return'),
    refusal: "You don't have permission to issue or return keys.",
  },
  ...page(() => import('../desk/DeskPage.tsx'), 'DeskPage'),
});

export const receipt = createRoute({
  getParentRoute: root,
  path: '/receipts/$batchId',
  ...textsOf({ print: '' }),
  staticData: {
    title: 'Receipt',
    needs: any('key:issue', 'key:return', 'history:view'),
    refusal: "You don't have permission to see receipts.",
  },
  ...page(() => import('../receipt/ReceiptPage.tsx'), 'ReceiptPage'),
});

const SEES_HOLDERS = any('key:issue', 'key:return', 'user:view');
const REFUSAL = "You don't have permission to see who may have keys.";

/** Filters of the people in their address. */
const NO_PEOPLE_FILTERS = { tab: '', search: '', kind: '', active: '' };

export const people = createRoute({
  getParentRoute: root,
  path: '/people',
  ...textsOf(NO_PEOPLE_FILTERS),
  staticData: { title: 'People', needs: SEES_HOLDERS, refusal: REFUSAL },
  ...page(() => import('../holder/PeoplePage.tsx'), 'PeoplePage'),
});

export const person = createRoute({
  getParentRoute: root,
  path: '/people/$id',
  // `held` is the time of "Held at", in the company's zone.
  ...textsOf({ ...NO_HISTORY_FILTERS, held: '' }),
  staticData: { title: 'Person', needs: SEES_HOLDERS, refusal: REFUSAL },
  ...page(() => import('../holder/PersonPage.tsx'), 'PersonPage'),
});
