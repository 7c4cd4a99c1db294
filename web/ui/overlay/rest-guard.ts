import { sheetFoot } from '../FootBar.tsx';
import { lastPress, type Press } from './last-press.ts';

/** Milliseconds of pause after a tap before new controls at that place accept presses. */
const REST_MS = 1000;
/** Radius of "the same place", in pixels. */
const NEAR = 40;

/** As the `ref` of buttons that can appear under a finger: ignores taps that continue at their place. Keys are not delayed. */
export const restGuard = (box: HTMLElement | null) => guard(box, isNear);
/** The same for a whole screen. */
export const restGuardScreen = (box: HTMLElement | null) => guard(box, () => true);

function guard(box: HTMLElement | null, covers: (box: HTMLElement, press: Press) => boolean) {
  if (!box) return undefined;
  let timer: ReturnType<typeof setTimeout>;
  const check = () => {
    const press = lastPress();
    if (!press || !box.isConnected) return;
    const rest = press.at + REST_MS - performance.now();
    const guarded = rest > 0 && covers(box, press);
    box.style.pointerEvents = guarded ? 'none' : '';
    if (guarded) timer = setTimeout(check, rest);
  };
  // Before the next press, and after the commit: measuring earlier would lay the page out twice.
  queueMicrotask(check);
  return () => clearTimeout(timer);
}

/** Whether a press was in or near the box, at its final position. */
function isNear(box: HTMLElement, { x, y }: Press): boolean {
  let left = 0;
  let top = 0;
  for (let one: HTMLElement | null = box; one; one = one.offsetParent as HTMLElement | null) {
    left += one.offsetLeft - (one === box ? 0 : one.scrollLeft);
    top += one.offsetTop - (one === box ? 0 : one.scrollTop);
  }
  return (
    x > left - NEAR &&
    x < left + box.offsetWidth + NEAR &&
    y > top - NEAR &&
    y < top + box.offsetHeight + NEAR
  );
}

/** The `ref` of a dialog's footer: ignores accidental taps on opening, and on a phone keeps toasts above it. */
export function footRef(foot: HTMLElement | null) {
  const unguard = restGuard(foot);
  const unwatch = sheetFoot(foot);
  return () => {
    unguard?.();
    unwatch?.();
  };
}
