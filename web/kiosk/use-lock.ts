import { type RefObject, useEffect, useRef, useState } from 'react';
import { deviceNow } from '../api/server-clock.ts';
import { ask } from './calls.ts';

/** The server is sent a touch at most this often, in ms. */
const TOUCH_MS = 5000;
/** A page that is hidden for longer, in ms, is locked: a reload hides it too. */
const HIDDEN_MS = 2000;

/** `at` is in ms of `monotonic`, which may stand still while the tablet sleeps; `latest` is by its clock. */
export type Lock = { at: number; span: number; latest: number };
type Options = {
  /** The turn that the server has open, which touches keep open; null for none. */
  person: RefObject<string | null>;
  onLock: () => void;
  /** The server has forgotten the person. */
  onOver: () => void;
};

/** Milliseconds that no change of the tablet's clock moves. */
export const monotonic = (): number => performance.now();

const lockIn = (ms: number): Lock => ({ at: monotonic() + ms, span: ms, latest: deviceNow() + ms });
const isOver = ({ at, latest }: Lock): boolean => at <= monotonic() || latest <= deviceNow();

/**
 * Counts down to the lock. `start` begins a span in seconds, `null` ends it; a touch of the screen begins it again, here and at the server,
 * which locks on its own if the tablet does not. It never lasts longer here than there.
 */
export function useLock({ person, onLock, onOver }: Options) {
  const [lock, setLock] = useState<Lock | null>(null);
  const latest = useRef({ lock, onLock, onOver });
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    latest.current = { lock, onLock, onOver };
  });
  const start = (seconds: number | null) => setLock(seconds === null ? null : lockIn(seconds * 1000));

  function touch() {
    const { lock: now, onLock: end } = latest.current;
    if (!now) return;
    // A tablet that slept runs no timers.
    if (isOver(now)) return end();
    setLock(lockIn(now.span));
    const turn = person.current;
    if (!turn || monotonic() - sentAt.current < TOUCH_MS) return;
    sentAt.current = monotonic();
    void ask('touchKiosk', { body: { turn } }).then((sent) => {
      // The next person is not locked for the former.
      if (person.current !== turn) return;
      if (!sent.ok) return sent.error.status === 409 ? latest.current.onOver() : undefined;
      const most = lockIn(sent.reply.leftMs);
      setLock((known) => (known && known.at > most.at ? { ...most, span: known.span } : known));
    });
  }
  const touched = useRef(touch);
  touched.current = touch;

  const isOn = lock !== null;
  useEffect(() => {
    if (!isOn) return;
    const press = () => touched.current();
    let seenAt = monotonic();
    const look = () => {
      const { lock: now, onLock: end } = latest.current;
      if (!document.hidden) seenAt = monotonic();
      if (now && (isOver(now) || monotonic() - seenAt > HIDDEN_MS)) end();
    };
    const timer = setInterval(look, 500);
    window.addEventListener('pointerdown', press, { capture: true });
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', press, { capture: true });
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [isOn]);
  return { lock, start };
}
