import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import type { ApiError } from '../api/call.ts';
import { setCompanyZone } from '../api/server-clock.ts';
import { againMs, ask, isLost } from './calls.ts';
import { keepView, lastView, sendKept } from './kept.ts';

/** How often the state is read, in ms, and while a person is at the kiosk; after lost answers sooner (`againMs`). */
const EVERY_MS = 15_000;
const PERSON_MS = 5000;

/** Whether this tablet is a kiosk: not known yet, yes, never was, or is not any more. */
type Binding = 'unknown' | 'bound' | 'none' | 'ended';

type ViewOptions = {
  /** The id of the person's turn; null while no person is at the kiosk. */
  person: RefObject<string | null>;
  /**
   * The server has forgotten the person who was at the kiosk when it was asked, and still is here. A call under way, and a return that is
   * being counted, end by their own answer.
   */
  onOver: () => void;
};

/** The kiosk's state, read again and again, and whether the server answers. Kept returns are sent when it does. */
export function useView({ person, onOver }: ViewOptions) {
  const [view, setView] = useState<KioskView | null>(lastView);
  const [binding, setBinding] = useState<Binding>('unknown');
  const [isOnline, setOnline] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lost = useRef(0);
  /** When the last answer was found lost, by `performance.now()`. */
  const lostAt = useRef(0);
  const reread = useRef<() => void>(() => undefined);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });

  /** An answer to a call that was made at `sentAt` before another was lost does not say that the network is back. */
  const take = useCallback((next: KioskView, sentAt = performance.now()) => {
    setCompanyZone(next.zone);
    keepView(next);
    setView(next);
    setBinding('bound');
    if (sentAt < lostAt.current) return;
    setOnline(true);
    lost.current = 0;
    void sendKept(next);
  }, []);

  /** Notes what an error says of the network and of the binding. */
  const note = useCallback((error: ApiError) => {
    if (isLost(error)) {
      lost.current += 1;
      lostAt.current = performance.now();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => reread.current(), againMs(lost.current));
      return setOnline(false);
    }
    lost.current = 0;
    setOnline(true);
    if (error.status !== 401) return;
    const wasKnown = lastView() !== null;
    // The browser's other pages open again.
    keepView(null);
    setBinding((before) => (before === 'bound' || before === 'ended' || wasKnown ? 'ended' : 'none'));
  }, []);

  const read = useCallback(async (): Promise<KioskView | null> => {
    clearTimeout(timer.current);
    const before = person.current;
    const sentAt = performance.now();
    const sent = await ask('getKioskState');
    if (!sent.ok || sentAt >= lostAt.current) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => reread.current(), person.current ? PERSON_MS : EVERY_MS);
    }
    if (sent.ok) take(sent.reply, sentAt);
    else note(sent.error);
    if (sent.ok && before && person.current === before && sent.reply.turn?.id !== before) over.current();
    // Without network a tablet that was a kiosk takes returns.
    if (!sent.ok && isLost(sent.error)) {
      const known = lastView();
      if (known) setCompanyZone(known.zone);
      setBinding((before) => (before === 'unknown' && known ? 'bound' : before));
    }
    return sent.ok ? sent.reply : null;
  }, [take, note, person]);

  useEffect(() => {
    reread.current = () => void read();
    return () => clearTimeout(timer.current);
  }, [read]);
  useReadAgain(read);

  /** This tablet is no kiosk any more, as it was left. */
  function forget() {
    keepView(null);
    setView(null);
    setBinding('none');
  }
  return { view, binding, isOnline, read, bind: take, note, forget };
}

/** Reads when the page is shown again, and when the browser says that the network went or came. */
function useReadAgain(read: () => Promise<unknown>): void {
  useEffect(() => {
    const again = () => document.hidden || void read();
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    window.addEventListener('offline', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
      window.removeEventListener('offline', again);
    };
  }, [read]);
}
