import { sheetFoot } from '../foot-height.ts';
import { restGuard } from './rest-guard.ts';

/** The `ref` of a dialog's foot: not pressed by somebody who goes on tapping where it appears, and on a phone never under a toast. */
export function footRef(foot: HTMLElement | null) {
  const unguard = restGuard(foot);
  const unwatch = sheetFoot(foot);
  return () => {
    unguard?.();
    unwatch?.();
  };
}
