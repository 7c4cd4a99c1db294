import { createRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { all } from '../../shared/permissions.ts';
import { page, text, textsOf } from './page.ts';
import { root } from './root.tsx';

/** Filters of the key list in its address; `locationId` is an alias of `location`. */
const NO_KEY_FILTERS = { search: '', type: '', location: '', status: '', watch: '', check: '', sort: '' };
/** Values of `check` that older addresses have in `watch`. */
const FORMERLY_WATCHED = ['short', 'out', 'unseen'];
/** The set whose details are open. */
const NO_SET = { set: '' };
const keySearch = textsOf({ ...NO_KEY_FILTERS, ...NO_SET });

export const keyBunches = createRoute({
  getParentRoute: root,
  path: '/key-bunches',
  ...keySearch,
  validateSearch: (
    search: Partial<Record<keyof typeof NO_KEY_FILTERS | 'set' | 'locationId' | 'out', unknown>> &
      SearchSchemaInput,
  ) => {
    const watch = text(search.watch);
    const isCheck = FORMERLY_WATCHED.includes(watch);
    return keySearch.validateSearch({
      ...search,
      location: text(search.location) || text(search.locationId),
      watch: isCheck ? '' : watch,
      check: text(search.check) || (isCheck ? watch : text(search.out) && 'out'),
    });
  },
  staticData: { title: 'Keys', needs: 'key:view', refusal: "You don't have permission to view keys." },
  ...page(() => import('../key-bunch/list/KeyBunchesPage.tsx'), 'KeyBunchesPage'),
});

/** Filters of a bunch's timeline in its address; `from` and `to` belong to `date=custom`. */
const NO_TIMELINE_FILTERS = { kind: '', action: '', date: '', from: '', to: '' };

export const keyHistory = createRoute({
  getParentRoute: root,
  path: '/key-history/$id',
  ...textsOf(NO_TIMELINE_FILTERS),
  staticData: {
    title: 'Key History',
    needs: all('key:view', 'history:view'),
    refusal: "You don't have permission to view the history of a key set.",
  },
  ...page(() => import('../key-bunch/history/KeyHistoryPage.tsx'), 'KeyHistoryPage'),
});

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
