import { createRoute } from '@tanstack/react-router';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Choices of a bulk move in its address; `type=all` means all types. */
const NO_MOVE_CHOICES = { type: '', from: '', to: '' };

export const bulkMove = createRoute({
  getParentRoute: root,
  path: '/bulk-move-keys',
  ...textsOf(NO_MOVE_CHOICES),
  staticData: {
    title: 'Bulk Move Keys',
    needs: 'key:bulk_move',
    refusal: "You don't have permission to bulk move keys.",
    back: { to: '/locations', label: 'Back to Locations' },
  },
  ...page(() => import('../bulk-move/BulkMovePage.tsx'), 'BulkMovePage'),
});
