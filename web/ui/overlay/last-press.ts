/** The last press of a pointer anywhere in the window: where, and when by `performance.now()`. */
export type Press = { x: number; y: number; at: number };

let last: Press | null = null;
export const lastPress = (): Press | null => last;

/** Notes every press, also those that come while what they ask for is still being loaded. */
export function watchPresses(): void {
  const note = ({ clientX, clientY }: PointerEvent) => {
    last = { x: clientX, y: clientY, at: performance.now() };
  };
  window.addEventListener('pointerdown', note, { capture: true, passive: true });
}
