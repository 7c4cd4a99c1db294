import { PHONE } from './media.ts';

/** The feet of what lies over each other, the topmost last: on a phone the bar of the page, and those of the sheets over it. */
const feet: { height: number }[] = [];

function tell(): void {
  const root = document.documentElement.style;
  const top = feet.findLast(({ height }) => height > 0);
  if (top) root.setProperty('--foot-height', `${top.height}px`);
  else root.removeProperty('--foot-height');
}

/** Tells the toasts, as `--foot-height`, how much a foot takes at the end of the window, until what this answers is called. */
export function watchFoot(element: HTMLElement, changed: (height: number) => void = () => {}): () => void {
  const foot = { height: 0 };
  feet.push(foot);
  const watch = new ResizeObserver(() => {
    foot.height = element.offsetHeight;
    changed(foot.height);
    tell();
  });
  watch.observe(element);
  return () => {
    watch.disconnect();
    feet.splice(feet.indexOf(foot), 1);
    tell();
  };
}

/** The same as the `ref` of a dialog's foot, which is at the end of the window on a phone only. */
export const sheetFoot = (element: HTMLElement | null) =>
  element && matchMedia(PHONE).matches ? watchFoot(element) : undefined;
