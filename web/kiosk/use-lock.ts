import { useEffect, useRef, useState } from 'react';
import { deviceNow } from '../api/server-clock.ts';
import { ask } from './ask.ts';

/** The server is sent a touch at most this often, in ms. */
const TOUCH_MS = 5000;
/** A page that is hidden for longer, in ms, is locked: a reload hides it too. */
const HIDDEN_MS = 2000;

type Lock = { at: number; span: number };
type Options = {
  /** Whether the server has a person open, who is kept open by touches. */
  hasPerson: boolean;
  onLock: () => void;
};

/**
 * Counts down to the lock. `start` begins a span in seconds, `null` ends it; a touch of the screen begins it again, here and at the server,
 * which locks on its own if the tablet does not.
 */
export function useLock({ hasPerson, onLock }: Options) {
  const [lock, setLock] = useState<Lock | null>(null);
  const latest = useRef({ lock, hasPerson, onLock });
  const sentAt = useRef(0);
  useEffect(() => {
    latest.current = { lock, hasPerson, onLock };
  });
  const start = (seconds: number | null) =>
    setLock(seconds === null ? null : { at: deviceNow() + seconds * 1000, span: seconds * 1000 });

  function touch() {
    const { lock: now, hasPerson: isOpen, onLock: end } = latest.current;
    if (!now) return;
    // A tablet that slept runs no timers.
    if (now.at <= deviceNow()) return end();
    setLock({ ...now, at: deviceNow() + now.span });
    if (!isOpen || deviceNow() - sentAt.current < TOUCH_MS) return;
    sentAt.current = deviceNow();
    void ask('touchKiosk', { body: {} }).then((sent) => {
      if (!sent.ok && sent.error.status === 409) latest.current.onLock();
    });
  }
  const touched = useRef(touch);
  touched.current = touch;

  const isOn = lock !== null;
  useEffect(() => {
    if (!isOn) return;
    const press = () => touched.current();
    let seenAt = deviceNow();
    const look = () => {
      const { lock: now, onLock: end } = latest.current;
      if (!document.hidden) seenAt = deviceNow();
      if (now && (now.at <= deviceNow() || deviceNow() - seenAt > HIDDEN_MS)) end();
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
