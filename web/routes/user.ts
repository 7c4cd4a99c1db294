import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

export const profile = createRoute({
  getParentRoute: root,
  path: '/profile',
  staticData: { title: 'My Profile' },
  ...page(() => import('../user/ProfilePage.tsx'), 'ProfilePage'),
});

/** Filters of the users in their address. */
const NO_USER_FILTERS = { search: '', role: '', status: '' };

export const users = createRoute({
  getParentRoute: root,
  path: '/users',
  ...textsOf(NO_USER_FILTERS),
  staticData: {
    title: 'User Management',
    needs: 'user:view',
    refusal: "You don't have permission to access user management.",
  },
  ...page(() => import('../user/UsersPage.tsx'), 'UsersPage'),
});
