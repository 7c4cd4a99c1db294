/** The last pointer press in the window: position and time (`performance.now()`). */
export type Press = { x: number; y: number; at: number };

let last: Press | null = null;
export const lastPress = (): Press | null => last;

/** Records every press, also before lazy parts are loaded. */
export function watchPresses(): void {
  const note = ({ clientX, clientY }: PointerEvent) => {
    last = { x: clientX, y: clientY, at: performance.now() };
  };
  window.addEventListener('pointerdown', note, { capture: true, passive: true });
}
