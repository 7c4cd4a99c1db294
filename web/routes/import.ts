import { createRoute } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

export const importing = createRoute({
  getParentRoute: root,
  path: '/import',
  ...textsOf({ kind: '' }),
  staticData: {
    title: 'Import',
    needs: api.checkImport.needs,
    refusal: "You don't have permission to import.",
  },
  ...page(() => import('../import/ImportPage.tsx'), 'ImportPage'),
});
