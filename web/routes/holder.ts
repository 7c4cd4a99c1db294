import { createRoute } from '@tanstack/react-router';
import { any } from '../../shared/permissions.ts';
import { page } from './page.ts';
import { root } from './root.tsx';
import { NO_HISTORY_FILTERS, textsOf } from './search.ts';

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
