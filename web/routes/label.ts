import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** The sets to print labels for: by ids, or by the filters of the key list. */
const NO_SETS = { sets: '', search: '', type: '', location: '', status: '', watch: '', check: '', sort: '' };

export const labels = createRoute({
  getParentRoute: root,
  path: '/labels',
  ...textsOf(NO_SETS),
  staticData: {
    title: 'Labels',
    needs: 'key:edit',
    refusal: "You don't have permission to print labels.",
    back: { to: '/key-bunches', label: 'Back to Keys' },
  },
  ...page(() => import('../key-bunch/label/LabelsPage.tsx'), 'LabelsPage'),
});

/** Target of a label's QR code, signed in or not. */
export const finder = createRoute({
  getParentRoute: root,
  path: '/k/$code',
  staticData: { everyone: true, title: 'Found keys' },
  ...page(() => import('../finder/FinderPage.tsx'), 'FinderPage'),
});
