import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type AuditBunch, auditPercent, type OneAuditSession, type Seen } from '../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { hasPermission } from '../../shared/permissions.ts';
import type { ApiError } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../device/nfc.ts';
import { useMe } from '../session.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { type Entry, type Outcome, outboxOf } from './outbox.ts';
import { type ScanResult, scanResultOf } from './scan/scan-result.ts';

/** How often an open session asks what others did in it (decision 0011). */
const REFRESH_MS = 5000;
/** After the last answer of a burst, so that ten quick ticks read the session once. */
const SETTLE_MS = 400;

/** An expected bunch in a running audit. `seen` is null as long as nobody did; `saving` until the server confirmed the last change. */
export type AuditRow = { bunch: AuditBunch; seen: Seen | null; ticked: boolean; saving: boolean };

/** A running audit as a screen shows it and works in it. */
export type AuditWork = {
  id: number;
  /** Undefined until it came. */
  session: OneAuditSession | undefined;
  /** Why it could not be read. */
  error: ApiError | null;
  refresh: () => Promise<{ data: OneAuditSession | undefined }>;
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
  /** Whether the signed-in person may tick, scan, complete and cancel (DECISIONS S-20). */
  mayAct: boolean;
  tick: (keyBunchId: number, seen: boolean) => void;
  /** A tag that was held to the reader, or its serial typed. Blank ones are ignored. */
  scan: (serial: string) => void;
  /** Scans on their way. */
  checking: number;
  /** What the scans of this browser came to, newest first. */
  results: readonly ScanResult[];
  /** Set by whoever ended the session here, so that it is not told as ended elsewhere. */
  ended: RefObject<boolean>;
};

const keyOf = (id: number) => ['getAudit', { params: { id } }] as const;

/**
 * Shows an audit session and works in it: ticks and scans count at once, are sent in order and kept until the server has them; what
 * others do in the same session shows within seconds, and at once when the window is looked at again.
 */
export function useAuditSession(id: number): AuditWork {
  const me = useMe();
  const outbox = useMemo(() => outboxOf(id, me.id), [id, me.id]);
  const { entries, stuck } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const [open, setOpen] = useState(true);
  const {
    data: session,
    error,
    refetch,
  } = useRead('getAudit', { params: { id } }, { fresh: true, ...(open && { refetchInterval: REFRESH_MS }) });
  const running = session?.status === 'in_progress';
  if (session && running !== open) setOpen(running);
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  const ended = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: keyOf(id) }), SETTLE_MS);
    };
    outbox.onOutcome = (outcome) => {
      if (outcome.reply) putIn(id, outcome);
      else if (outcome.kind === 'tick') refused(outcome.error);
      if (outcome.kind === 'scan') {
        const result = scanResultOf(outcome, queries.getQueryData<OneAuditSession>(keyOf(id)));
        setResults((before) => [result, ...before]);
        vibrate(result.kind === 'counted' ? NFC_OK : NFC_FAILED);
      }
      settle();
    };
    outbox.sendNow();
    const look = () => document.visibilityState === 'visible' && void refetch();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      outbox.onOutcome = (outcome) => outcome.error && refused(outcome.error);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [outbox, id, refetch]);

  const rows = useMemo(() => rowsOf(session, entries), [session, entries]);
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
    scan: (serial) => serial.trim() && outbox.scan(serial.trim()),
    checking: entries.filter((entry) => entry.kind === 'scan').length,
    results,
    ended,
  };
}

function rowsOf(session: OneAuditSession | undefined, entries: readonly Entry[]): AuditRow[] {
  const seen = new Map(session?.seen.map((one) => [one.keyBunchId, one]));
  const wanted = new Map<number, boolean>();
  for (const entry of entries) if (entry.kind === 'tick') wanted.set(entry.keyBunchId, entry.seen);
  return (session?.expected ?? []).map((bunch) => ({
    bunch,
    seen: seen.get(bunch.id) ?? null,
    ticked: wanted.get(bunch.id) ?? seen.has(bunch.id),
    saving: wanted.has(bunch.id),
  }));
}

/** A tick that was refused falls back; it is said why, never silently. */
function refused(error: ApiError | null) {
  toast({
    title: 'Error',
    description: error?.body.message || ACTION_MESSAGES.tickAudit.failed,
    variant: 'destructive',
  });
}

/** Puts what was just confirmed into the session as it is shown, so that it does not wait to be read again. */
function putIn(id: number, { kind, entry, reply }: Outcome): void {
  // An older answer on its way would take the tick back for a moment.
  void queries.cancelQueries({ queryKey: keyOf(id) });
  queries.setQueryData<OneAuditSession>(keyOf(id), (session) => {
    if (!session || !reply) return session;
    const keyBunchId = kind === 'tick' ? entry.keyBunchId : 'keyBunch' in reply ? reply.keyBunch.id : 0;
    const rest = session.seen.filter((one) => one.keyBunchId !== keyBunchId);
    const bunch = session.expected.find((one) => one.id === keyBunchId);
    const withdrawn = kind === 'tick' && !entry.seen;
    const one: Seen | undefined = bunch && {
      keyBunchId,
      identifier: bunch.identifier,
      timestamp: 'scan' in reply ? reply.scan.timestamp : new Date().toISOString(),
      user: null,
      nfcScanned: kind === 'scan',
      matched: null,
      wasMissing: bunch.status === 'missing',
    };
    return {
      ...session,
      seen: withdrawn || !one ? rest : [one, ...rest],
      totalScanned: reply.totalScanned,
    };
  });
}
