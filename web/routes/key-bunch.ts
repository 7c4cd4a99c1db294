import { createRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { all } from '../../shared/permissions.ts';
import { page } from './page.ts';
import { root } from './root.tsx';
import { text, textsOf } from './search.ts';

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
