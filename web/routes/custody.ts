import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Filters and order of Out now in its address. */
const NO_OUT_FILTERS = { tab: '', by: '', search: '', location: '', type: '' };

export const out = createRoute({
  getParentRoute: root,
  path: '/out',
  ...textsOf(NO_OUT_FILTERS),
  staticData: { title: 'Out now', needs: 'key:view', refusal: "You don't have permission to view keys." },
  ...page(() => import('../custody/OutPage.tsx'), 'OutPage'),
});
