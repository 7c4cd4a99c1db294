import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Filters of the activity in its address; `from` and `to` belong to `date=custom`. */
const NO_ACTIVITY_FILTERS = { kind: '', person: '', date: '', from: '', to: '' };

export const activity = createRoute({
  getParentRoute: root,
  path: '/activity',
  ...textsOf(NO_ACTIVITY_FILTERS),
  staticData: {
    title: 'Activity',
    needs: 'system:admin',
    refusal: "You don't have permission to view the activity of the company.",
  },
  ...page(() => import('../activity/ActivityPage.tsx'), 'ActivityPage'),
});
