import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Filters of the history in its address; `from` and `to` belong to `date=custom`. */
const NO_HISTORY_FILTERS = { search: '', date: '', action: '', from: '', to: '' };

export const history = createRoute({
  getParentRoute: root,
  path: '/history',
  ...textsOf(NO_HISTORY_FILTERS),
  staticData: {
    title: 'Movement History',
    needs: 'history:view',
    refusal: "You don't have permission to view key movement history.",
  },
  ...page(() => import('../movement/HistoryPage.tsx'), 'HistoryPage'),
});
