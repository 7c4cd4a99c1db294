import { createRoute } from '@tanstack/react-router';
import { any } from '../../shared/permissions.ts';
import { page } from './page.ts';
import { root } from './root.tsx';
import { textsOf } from './search.ts';

/** Start of the desk, by ids: `person` takes sets, the sets of `returning` come back, or `set` is scanned. */
const NO_START = { person: '', returning: '', set: '' };

export const desk = createRoute({
  getParentRoute: root,
  path: '/desk',
  ...textsOf(NO_START),
  staticData: {
    title: 'Desk',
    needs: any('key:issue', 'key:return'),
    refusal: "You don't have permission to issue or return keys.",
  },
  ...page(() => import('../desk/DeskPage.tsx'), 'DeskPage'),
});

export const receipt = createRoute({
  getParentRoute: root,
  path: '/receipts/$batchId',
  ...textsOf({ print: '' }),
  staticData: {
    title: 'Receipt',
    needs: any('key:issue', 'key:return', 'history:view'),
    refusal: "You don't have permission to see receipts.",
  },
  ...page(() => import('../receipt/ReceiptPage.tsx'), 'ReceiptPage'),
});
