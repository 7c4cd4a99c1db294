import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import type { AuditRow } from './use-audit-session.ts';

/** A click follows the end of its press within this time, in ms. */
const CLICK_MS = 500;
/** How far a press may move and still be one, in pixels. */
const SLOP = 16;

/** The set whose row a finger or the mouse is on, whether that row showed a tick, and where the press began. */
type Press = { id: number; ticked: boolean; x: number; y: number };
type Tick = (id: number, seen: boolean) => void;

/**
 * What a press on a checklist means: the row that was under the finger when it began, and the opposite of what that showed, also if the list
 * moved or a colleague counted the set before it ended. Keys act on the checkbox that has the focus. `list` are handlers of the list,
 * `onTick` that of its rows.
 */
export function usePresses(rows: readonly AuditRow[], tick: Tick | undefined) {
  const press = useRef<Press | null>(null);
  const latest = useRef({ rows, tick });
  useEffect(() => {
    latest.current = { rows, tick };
  });
  const act = useCallback((id: number, seen: boolean) => {
    const pressed = press.current;
    press.current = null;
    const wanted = pressed ? { id: pressed.id, seen: !pressed.ticked } : { id, seen };
    const row = latest.current.rows.find(({ bunch }) => bunch.id === wanted.id);
    if (row && row.ticked !== wanted.seen) latest.current.tick?.(wanted.id, wanted.seen);
  }, []);
  const forget = () => {
    press.current = null;
  };
  const list = {
    onPointerDown({ target, clientX: x, clientY: y }: PointerEvent) {
      const box = (target as Element).closest('label')?.closest<HTMLElement>('[data-set]');
      const row = rows.find(({ bunch }) => bunch.id === Number(box?.dataset.set));
      const begun = row ? { id: row.bunch.id, ticked: row.ticked, x, y } : null;
      press.current = begun;
      const end = () =>
        setTimeout(() => {
          if (press.current === begun) forget();
        }, CLICK_MS);
      addEventListener('pointerup', end, { once: true });
    },
    onPointerCancel: forget,
    onKeyDown: forget,
    /** A press that ended on another row is a click on what contains both. */
    onClick({ target, currentTarget, clientX, clientY }: MouseEvent) {
      const pressed = press.current;
      if (!pressed || target !== currentTarget) return;
      if (Math.hypot(clientX - pressed.x, clientY - pressed.y) <= SLOP) act(pressed.id, !pressed.ticked);
    },
  };
  return { list, onTick: tick && act };
}
