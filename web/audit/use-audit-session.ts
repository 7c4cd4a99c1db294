import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AuditBunch, OneAuditSession, Seen } from '../../shared/audit.ts';
import { auditPercent } from '../../shared/audit-words.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { hasPermission } from '../../shared/permissions.ts';
import type { ApiError } from '../api/call.ts';
import { useIsLive } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../device/scan/nfc.ts';
import { useMe } from '../session.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { type Entry, type Outbox, outboxOf } from './outbox.ts';
import { isOver, refusalText } from './over.ts';
import { type ScanResult, scanResultOf } from './scan/scan-result.ts';
import { cachedSession, catchUp, putIn, ticksQuery } from './session-cache.ts';

/** How often an open session asks what others did in it, without the live channel (decision 0011). */
const REFRESH_MS = 5000;

/** An expected bunch in a running audit. `seen` is null as long as nobody did; `saving` until the server confirmed the last change, `kept` while no answer comes. */
export type AuditRow = {
  bunch: AuditBunch;
  seen: Seen | null;
  ticked: boolean;
  saving: boolean;
  kept: boolean;
};

/** A running audit as a screen shows it and works in it. */
export type AuditWork = {
  id: number;
  /** Undefined until it came. */
  session: OneAuditSession | undefined;
  /** Why it could not be read. */
  error: ApiError | null;
  refresh: () => Promise<unknown>;
  /** In the order of the set IDs, whatever is ticked. */
  rows: readonly AuditRow[];
  /** Ticked ones count at once, before the server confirmed them. */
  scanned: number;
  expected: number;
  percent: number;
  /** Not seen yet, and a completion now would mark them missing. */
  unseen: readonly AuditBunch[];
  /** Changes that the server has not confirmed; `stuck` while no answer comes. */
  unsaved: number;
  stuck: boolean;
  sendNow: () => void;
  /** Whether the signed-in person may tick, scan, complete and cancel. */
  mayAct: boolean;
  tick: (keyBunchId: number, seen: boolean) => void;
  /** A tag that was held to the reader, or a code that was `typed`. Blank ones are ignored. */
  scan: (code: string, typed: boolean) => void;
  /** Scans on their way. */
  checking: number;
  /** What the scans of this browser came to, newest first. */
  results: readonly ScanResult[];
  /** Set by whoever ended the session here or was told that it is over, so that this is not said again. */
  end: RefObject<End>;
};

/**
 * Shows an audit session and works in it: ticks and scans count at once, are sent in order and kept until the server has them; what
 * others do in the same session shows within a second.
 */
export function useAuditSession(id: number): AuditWork {
  const me = useMe();
  const outbox = useMemo(() => outboxOf(id, me.id), [id, me.id]);
  const { entries, stuck } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const { session, error, refetch } = useOpenSession(id);
  const end = useRef<End>(null);
  const results = useAnswers(id, outbox, end);
  const rows = useMemo(() => rowsOf(session, entries, stuck), [session, entries, stuck]);
  const scanned = rows.filter((row) => row.ticked).length;
  const expected = session?.totalExpected ?? 0;
  return {
    id,
    session,
    error: session ? null : error,
    refresh: refetch,
    rows,
    scanned,
    expected,
    percent: auditPercent(scanned, expected),
    unseen: rows.filter((row) => !row.ticked && !row.bunch.leftAlone).map((row) => row.bunch),
    unsaved: entries.length,
    stuck,
    sendNow: () => outbox.sendNow(),
    mayAct: Boolean(session) && (session?.performedBy === me.id || hasPermission(me, 'audit:edit')),
    tick: (keyBunchId, seen) => outbox.tick(keyBunchId, seen),
    scan: (code, typed) => code.trim() && outbox.scan(code.trim(), typed),
    checking: entries.filter((entry) => entry.kind === 'scan').length,
    results,
    end,
  };
}

/** The session, kept up to date while it is open: what others do in it must show. Without the live channel it asks by time. */
function useOpenSession(id: number) {
  const [came, setCame] = useState(false);
  const live = useIsLive();
  const { data, error, refetch } = useRead(
    'getAudit',
    { params: { id } },
    { fresh: true, topics: [], ...(!came && { refetchInterval: REFRESH_MS }) },
  );
  if (data && !came) setCame(true);
  const open = data?.status === 'in_progress';
  useQuery({
    ...ticksQuery(id),
    enabled: open,
    refetchOnMount: 'always',
    ...(open && !live && { refetchInterval: REFRESH_MS }),
  });
  useEffect(() => {
    if (live) return;
    const look = () => document.visibilityState === 'visible' && catchUp(id);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, live]);
  return { session: data, error, refetch };
}

function rowsOf(session: OneAuditSession | undefined, entries: readonly Entry[], stuck: boolean): AuditRow[] {
  const seen = new Map(session?.seen.map((one) => [one.keyBunchId, one]));
  const wanted = new Map<number, boolean>();
  for (const entry of entries) if (entry.kind === 'tick') wanted.set(entry.keyBunchId, entry.seen);
  return (session?.expected ?? []).map((bunch) => ({
    bunch,
    seen: seen.get(bunch.id) ?? null,
    ticked: wanted.get(bunch.id) ?? seen.has(bunch.id),
    saving: wanted.has(bunch.id),
    kept: stuck && wanted.has(bunch.id),
  }));
}

/** After the last answer of a burst, so that ten quick ticks ask once. */
const SETTLE_MS = 400;

/** How it became known here that the session has ended; null as long as it has not, or nothing has said so. */
type End = 'here' | 'refused' | null;

/**
 * Hears what the server answers to ticks and scans: puts it on the screen, says what was refused, and asks what others did since. Answers
 * what the scans of this browser came to, newest first.
 */
function useAnswers(id: number, outbox: Outbox, end: RefObject<End>): readonly ScanResult[] {
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    outbox.onOutcome = (outcome) => {
      if (outcome.reply?.late) sayLate(end);
      if (outcome.reply) putIn(id, outcome);
      else if (isOver(outcome.error)) end.current ??= 'refused';
      if (outcome.kind === 'scan') {
        const result = scanResultOf(outcome, cachedSession(id));
        setResults((before) => [result, ...before]);
        vibrate(result.kind === 'counted' ? NFC_OK : NFC_FAILED);
      }
      if (outcome.error && (outcome.kind === 'tick' || isOver(outcome.error))) sayRefused(outcome.error);
      clearTimeout(timer);
      timer = setTimeout(() => catchUp(id), isOver(outcome.error) || outcome.reply?.late ? 0 : SETTLE_MS);
    };
    outbox.sendNow();
    return () => {
      clearTimeout(timer);
      outbox.onOutcome = (outcome) => outcome.error && sayRefused(outcome.error);
    };
  }, [outbox, id, end]);
  return results;
}

/** Somebody completed the audit while these counts waited for a connection: said once, before the report opens. */
function sayLate(end: RefObject<End>): void {
  if (end.current !== null) return;
  end.current = 'refused';
  toast({
    title: 'This audit was completed elsewhere',
    description: 'Counts you made before are kept. They are listed in its report.',
  });
}

/** A tick that was refused falls back; it is said why, never silently. */
function sayRefused(error: ApiError): void {
  const description = refusalText(error, ACTION_MESSAGES.tickAudit.failed);
  toast({ title: 'Error', description, reference: error.reference, variant: 'destructive' });
}
