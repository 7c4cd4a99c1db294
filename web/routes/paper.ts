import { createRoute } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { page, textsOf } from './page.ts';
import { root } from './root.tsx';

/** The register on paper, and the way back in. */
export const paperRoutes = [
  // The register on paper; `sheet=sites` is the sheet of the sites.
  createRoute({
    getParentRoute: root,
    path: '/register/$locationId',
    ...textsOf({ sheet: '' }),
    staticData: {
      title: 'Register on paper',
      needs: 'key:view',
      refusal: "You don't have permission to view keys.",
    },
    ...page(() => import('../paper/RegisterPage.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/paper',
    ...textsOf({ location: '' }),
    staticData: {
      title: 'Type in a paper sheet',
      needs: api.recordPaper.needs,
      refusal: "You don't have permission to issue and return keys.",
    },
    ...page(() => import('../paper/PaperPage.tsx'), 'PaperPage'),
  }),
] as const;
