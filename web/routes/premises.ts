import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { NO_HISTORY_FILTERS, textsOf } from './search.ts';

const REFUSAL = "You don't have permission to view keys.";

/** Filters of the premises in their address. */
const NO_PREMISES_FILTERS = { search: '', client: '', by: '' };

export const premisesList = createRoute({
  getParentRoute: root,
  path: '/premises',
  ...textsOf(NO_PREMISES_FILTERS),
  staticData: { title: 'Premises', needs: 'key:view', refusal: REFUSAL },
  ...page(() => import('../premises/PremisesListPage.tsx'), 'PremisesListPage'),
});

export const premises = createRoute({
  getParentRoute: root,
  path: '/premises/$id',
  ...textsOf(NO_HISTORY_FILTERS),
  staticData: { title: 'Premises', needs: 'key:view', refusal: REFUSAL },
  ...page(() => import('../premises/PremisesPage.tsx'), 'PremisesPage'),
});
