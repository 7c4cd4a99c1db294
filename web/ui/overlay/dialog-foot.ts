import { sheetFoot } from '../foot-height.ts';
import { restGuard } from './rest-guard.ts';

/** The `ref` of a dialog's footer: ignores accidental taps on opening, and on a phone keeps toasts above it. */
export function footRef(foot: HTMLElement | null) {
  const unguard = restGuard(foot);
  const unwatch = sheetFoot(foot);
  return () => {
    unguard?.();
    unwatch?.();
  };
}
