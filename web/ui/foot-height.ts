import { PHONE } from './media.ts';

/** The stack of visible footers: the page's, and those of sheets above it. */
const feet: { height: number }[] = [];

function publish(): void {
  const root = document.documentElement.style;
  const top = feet.findLast(({ height }) => height > 0);
  if (top) root.setProperty('--foot-height', `${top.height}px`);
  else root.removeProperty('--foot-height');
}

/** Publishes a footer's height as `--foot-height` for the toasts. Returns the cleanup function. */
export function watchFoot(element: HTMLElement, changed: (height: number) => void = () => {}): () => void {
  const foot = { height: 0 };
  feet.push(foot);
  const watch = new ResizeObserver(() => {
    foot.height = element.offsetHeight;
    changed(foot.height);
    publish();
  });
  watch.observe(element);
  return () => {
    watch.disconnect();
    feet.splice(feet.indexOf(foot), 1);
    publish();
  };
}

/** The same as the `ref` of a dialog's footer, which is at the bottom on a phone only. */
export const sheetFoot = (element: HTMLElement | null) =>
  element && matchMedia(PHONE).matches ? watchFoot(element) : undefined;
