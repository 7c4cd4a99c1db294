import { useEffect, useRef, useState } from 'react';
import { partOf } from '../../../shared/audit-parts.ts';
import { COUNTED_MAX } from '../../../shared/audit-words.ts';
import { hooksLeft } from '../../../shared/hook-readings.ts';
import { useMe } from '../../session.tsx';
import type { NewReading } from '../outbox.ts';
import type { AuditWork } from '../use-audit-session.ts';

/** How long the steppers rest before a count is recorded, in ms. */
const COUNT_MS = 700;

export type Counts = { keys: number; fobs: number };

/** The hook that is asked for in a blind audit, what was read on this screen last, and its count. */
export function useHooks(work: AuditWork) {
  const me = useMe();
  const hooks = work.session?.hooks ?? [];
  const { readings, parts } = work;
  const left = hooksLeft(hooks, readings);
  const isMine = (hook: string) => parts[partOf(parts, hook)]?.userId === me.id;
  const [chosen, setChosen] = useState<{ hook: string | null } | null>(null);
  const [last, setLast] = useState<NewReading | null>(null);
  const [counts, setCounts] = useState<Counts | null>(null);
  const timer = useRef<{ id: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  const next = left.find(isMine) ?? left[0] ?? null;
  const hook = chosen ? chosen.hook : next;

  /** Records a count that still rests. */
  function flush() {
    if (!timer.current) return;
    clearTimeout(timer.current.id);
    timer.current.send();
    timer.current = null;
  }
  const flushed = useRef(flush);
  useEffect(() => {
    flushed.current = flush;
  });
  useEffect(() => () => flushed.current(), []);

  function read(code: string | null, typed: boolean) {
    // Read twice, a tag would count for the next hook too.
    if (code !== null && !work.isNew(code)) return;
    flush();
    const reading = { hook, code, typed };
    work.read(reading);
    setLast(reading);
    setCounts(null);
    // Someone who just scans on keeps doing so.
    if (chosen?.hook != null) setChosen(null);
  }
  const shown =
    last && readings.find((one) => one.hook === last.hook && (one.text === null) === (last.code === null));

  return {
    hooks,
    left,
    /** The hook that the next reading is for; null without one. */
    hook,
    /** Asks for a hook again, or for none. */
    choose: (one: string | null) => setChosen({ hook: one }),
    /** Goes on with the hooks that are left. */
    follow: () => setChosen(null),
    /** Whether it reads on without hooks, although some are left. */
    isFree: chosen !== null && chosen.hook === null && left.length > 0,
    read,
    /** The last reading made on this screen, with its count. */
    last: shown ?? null,
    counts,
    count(now: Counts) {
      const capped = { keys: cap(now.keys), fobs: cap(now.fobs) };
      setCounts(capped);
      if (!last?.code) return;
      if (timer.current) clearTimeout(timer.current.id);
      const send = () =>
        work.read({
          ...last,
          label: shown?.text ?? undefined,
          twin: shown?.twin,
          keyCount: capped.keys,
          fobCount: capped.fobs,
        });
      timer.current = {
        id: setTimeout(flush, COUNT_MS),
        send,
      };
    },
  };
}

const cap = (n: number) => Math.max(0, Math.min(COUNTED_MAX, n));

export type Hooks = ReturnType<typeof useHooks>;
