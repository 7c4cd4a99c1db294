import { lastPress, type Press } from './last-press.ts';

/** Milliseconds for which a pointer that pressed a place must rest before what newly appeared there can be pressed. */
const REST_MS = 1000;
/** Pixels around it that still are the same place to a thumb. */
const NEAR = 40;

/**
 * As the `ref` of a row of buttons that may appear under a finger: they cannot be pressed by somebody who goes on tapping the place
 * where they appear, only once the tapping has stopped. Keys are not held up.
 */
export const restGuard = (box: HTMLElement | null) => guard(box, isNear);
/** The same for a whole screen. */
export const restGuardScreen = (box: HTMLElement | null) => guard(box, () => true);

function guard(box: HTMLElement | null, covers: (box: HTMLElement, press: Press) => boolean) {
  if (!box) return undefined;
  const left = () => {
    const press = lastPress();
    return press && covers(box, press) ? press.at + REST_MS - performance.now() : 0;
  };
  if (left() <= 0) return undefined;
  box.style.pointerEvents = 'none';
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const ms = left();
    if (ms > 0) timer = setTimeout(wait, ms);
    else box.style.pointerEvents = '';
  };
  wait();
  return () => clearTimeout(timer);
}

/** Whether a press was in the box or close to it; where the box will rest, not where it is while it slides in. */
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
