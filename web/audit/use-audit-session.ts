import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditBunch, OneAuditSession, Seen } from '../../shared/audit.ts';
import type { AlreadySeen } from '../../shared/audit-actions.ts';
import { type HookReading, standing } from '../../shared/audit-readings.ts';
import { type AuditMode, auditPercent } from '../../shared/audit-words.ts';
import type { User } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Outcome } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useRead } from '../api/read.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../device/scan/nfc.ts';
import { clockTime, count } from '../format.ts';
import { useMay, useMe } from '../session.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { toast } from '../ui/overlay/toast.ts';
import { byText, present } from './audit-members.ts';
import { useBeat } from './members/use-members.ts';
import { type Entry, type NewReading, type Outbox, outboxOf, showRefusal } from './outbox.ts';
import { isOver, toastRefusal } from './refusals.ts';
import { type ScanResult, scanResultOf } from './scan/scan-result.ts';
import { cachedSession, catchUp, putIn, ticksQuery } from './session-cache.ts';

/**
 * An expected set. `seen` is null until seen, and shows whose count it is where several people count (`isShared`). `saving` until
 * confirmed, `kept` while the server does not respond.
 */
export type AuditRow = {
  bunch: AuditBunch;
  seen: Seen | null;
  isShared: boolean;
  ticked: boolean;
  saving: boolean;
  kept: boolean;
};

/** A running audit, for a screen. */
export type AuditWork = ReturnType<typeof useAuditSession>;

/** Called once when the session ends: `status` is completed or abandoned. */
type Over = (session: OneAuditSession) => void;

/** A running audit: ticks and scans count immediately and are sent in order; others' changes show within a second. */
export function useAuditSession(id: number, onOver: Over) {
  const me = useMe();
  const may = useMay();
  const [chosen, setMode] = useState<AuditMode | null>(null);
  const editing = useDialogState<number>();
  const outbox = useMemo(() => outboxOf(id, me), [id, me]);
  const { entries, stuck: unanswered } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const stuck = useOfflineSince() > 0 || unanswered;
  const { session, error, refetch } = useOpenSession(id);
  const end = useRef<End>(null);
  const results = useAnswers(id, outbox, end);
  useOver(session, end, onOver);
  const isOpen = session?.status === 'in_progress';
  const members = present(session?.members ?? []);
  const isMember = members.some(({ userId }) => userId === me.id);
  useBeat({ id, enabled: isOpen && isMember, unsent: entries.length, stuck });
  const readings = useMemo(() => readingsOf(session, entries), [session, entries]);
  const rows = useMemo(() => rowsOf(session, entries, stuck), [session, entries, stuck]);
  const scanned = rows.filter((row) => row.ticked).length;
  const expected = session?.totalExpected ?? 0;
  const mayAct = isMember && may(api.tickAudit.needs);
  const mode: AuditMode = mayAct ? (chosen ?? session?.mode ?? 'manual') : 'manual';
  return {
    id,
    /** Undefined while loading. */
    session,
    /** Why it could not be read. */
    error: session ? null : error,
    refresh: refetch,
    /** By set ID, ticked or not. */
    rows,
    /** Includes ticks that are not confirmed yet. */
    scanned,
    expected,
    percent: auditPercent(scanned, expected),
    /** Not seen, and missing if the audit is completed now; a spot check marks none. */
    unseen: unseenOf(session, rows),
    /** The readings that apply in a blind audit or a spot check, newest first, those not sent yet too. */
    readings,
    read: (reading: NewReading) => outbox.read(reading),
    /** Unconfirmed changes; `stuck` while the server does not respond. */
    unsaved: entries.length,
    stuck,
    sendNow: () => outbox.sendNow(),
    /** The members who take part now, and the parts of a split audit. */
    members,
    parts: session?.parts ?? [],
    /** Whether the signed-in user takes part, and so can tick, scan and complete; whether they can join. */
    mayAct,
    mayJoin: !isMember && may(api.joinAudit.needs),
    tick: outbox.tick,
    /** A tag that was read, or a `typed` code. Blank ones are ignored. */
    scan: (code: string, typed: boolean) => code.trim() && outbox.scan(code.trim(), typed),
    /** Pending scans. */
    checking: entries.filter((entry) => entry.kind === 'scan').length,
    /** Results of this browser's scans, newest first. */
    results,
    /** Only permitted users scan; others see the list. */
    mode,
    setMode,
    /** While scanning: switches to the checklist, for sets without an NFC tag. */
    byHand: mode === 'nfc' ? () => setMode('manual') : undefined,
    /** The set being edited. */
    editing,
    /** Edits a set; undefined without permission. */
    edit:
      !session?.blind && may(api.updateKeyBunch.needs) && may(api.getKeyBunch.needs)
        ? editing.show
        : undefined,
    finish: finishing(end, refetch),
    onOver,
  };
}

/** The session, kept up to date while open: each change of its audit reads the ticks that are new. */
function useOpenSession(id: number) {
  const { data, error, refetch } = useRead('getAudit', { params: { id } }, { fresh: true, topics: [] });
  const open = data?.status === 'in_progress';
  useQuery({ ...ticksQuery(id), enabled: open, refetchOnMount: 'always' });
  return { session: data, error, refetch };
}

function rowsOf(session: OneAuditSession | undefined, entries: readonly Entry[], stuck: boolean): AuditRow[] {
  const seen = new Map(session?.seen.map((one) => [one.keyBunchId, one]));
  const wanted = new Map<number, boolean>();
  for (const entry of entries) if (entry.kind === 'tick') wanted.set(entry.keyBunchId, entry.seen);
  const isShared = (session?.members.length ?? 0) > 1;
  return (session?.expected ?? []).map((bunch) => ({
    bunch,
    seen: seen.get(bunch.id) ?? null,
    isShared,
    ticked: wanted.get(bunch.id) ?? seen.has(bunch.id),
    saving: wanted.has(bunch.id),
    kept: stuck && wanted.has(bunch.id),
  }));
}

function unseenOf(session: OneAuditSession | undefined, rows: readonly AuditRow[]): AuditBunch[] {
  if (session?.kind === 'spot') return [];
  return rows.filter((row) => !row.ticked && !row.bunch.leftAlone).map((row) => row.bunch);
}

/** A reading as it is shown: `waits` while it is not confirmed. */
export type ShownReading = HookReading & { userId: number | null; waits: boolean };

/** The readings that stand, newest first. */
function readingsOf(session: OneAuditSession | undefined, entries: readonly Entry[]): ShownReading[] {
  const stored = (session?.readings ?? []).map((one): ShownReading => ({ ...one, waits: false }));
  const waiting = entries.flatMap((entry, n): ShownReading[] =>
    entry.kind === 'read'
      ? [
          {
            id: Number.MAX_SAFE_INTEGER - entries.length + n,
            hook: entry.hook,
            text: entry.label ?? entry.code,
            twin: entry.twin ?? 0,
            keyCount: entry.keyCount ?? null,
            fobCount: entry.fobCount ?? null,
            doneAt: entry.doneAt,
            userId: null,
            waits: true,
          },
        ]
      : [],
  );
  return standing([...stored, ...waiting]).reverse();
}

/** Debounced, so that ten quick ticks load once. */
const SETTLE_MS = 400;

/** How the end of the session became known; null before. `late`: by the answer to a count that arrived after it. */
type End = 'here' | 'refused' | 'late' | null;

/**
 * Handles the responses to ticks and scans: shows them, reports refusals and loads others' changes. Returns this browser's scan results,
 * newest first.
 */
function useAnswers(id: number, outbox: Outbox, end: RefObject<End>): readonly ScanResult[] {
  const me = useMe();
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    outbox.onOutcome = (outcome) => {
      if (outcome.reply?.late) end.current ??= 'late';
      if (outcome.reply) putIn(id, outcome);
      else if (isOver(outcome.error)) end.current ??= 'refused';
      if (outcome.kind === 'tick' && outcome.reply?.already) {
        const { already } = outcome.reply;
        const bunch = cachedSession(id)?.expected.find((one) => one.id === outcome.entry.keyBunchId);
        if (bunch && already.userId !== me.id) announceAlready(already, bunch.identifier, me.id);
      }
      if (outcome.kind === 'tick' && outcome.reply?.unticked) {
        const { unticked } = outcome.reply;
        const bunch = cachedSession(id)?.expected.find((one) => one.id === outcome.entry.keyBunchId);
        if (bunch) announceLost(unticked, bunch.identifier, me.id);
      }
      if (outcome.kind === 'read' && outcome.reply) vibrate(NFC_OK);
      if (outcome.kind === 'scan') {
        const result = scanResultOf(outcome, cachedSession(id), me.id);
        setResults((before) => [result, ...before]);
        vibrate(result.kind === 'counted' ? NFC_OK : NFC_FAILED);
      }
      if (outcome.error && (outcome.kind !== 'scan' || isOver(outcome.error))) toastRefusal(outcome.error);
      clearTimeout(timer);
      timer = setTimeout(() => catchUp(id), isOver(outcome.error) || outcome.reply?.late ? 0 : SETTLE_MS);
    };
    outbox.sendNow();
    return () => {
      clearTimeout(timer);
      outbox.onOutcome = showRefusal;
    };
  }, [outbox, id, end, me.id]);
  return results;
}

/**
 * Runs the call that ends the session, so that its end is not announced as that of another user. Shows why it was refused; where another user
 * had ended the session before, that is announced instead.
 */
const finishing =
  (end: RefObject<End>, refetch: () => unknown) =>
  async (run: () => Promise<Outcome<OneAuditSession>>, failed: string) => {
    end.current = 'here';
    const over = await run();
    if (over.ok) return over;
    end.current = null;
    if (!isOver(over.error) && !over.error.body.unheard) toastRefusal(over.error, failed);
    void refetch();
    return over;
  };

/** Announces once that a session shown here has ended elsewhere. */
function useOver(session: OneAuditSession | undefined, end: RefObject<End>, onOver: Over): void {
  const me = useMe();
  const [wasOpen, setWasOpen] = useState(false);
  const status = session?.status;
  if (status === 'in_progress' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (!wasOpen || !session || session.status === 'in_progress') return;
    setWasOpen(false);
    if (end.current === 'here') return;
    if (end.current !== 'refused') announceEnd(session, me, end.current === 'late');
    end.current = 'here';
    onOver(session);
  }, [wasOpen, session, end, onOver, me]);
}

/** Says who completed or cancelled the audit and when, and what became of the user's own counts. */
function announceEnd(
  { status, completedBy, endTime, members }: OneAuditSession,
  me: User,
  isLate: boolean,
): void {
  if (status !== 'completed') {
    toast({
      title: 'This audit is over',
      description: 'It was cancelled, or 24 hours have passed since it started. No statuses changed.',
    });
    return;
  }
  const who = !completedBy
    ? 'Another member'
    : completedBy.email === me.email
      ? 'You'
      : fullName(completedBy);
  const when = endTime ? ` at ${clockTime(endTime)}` : '';
  const own = members.find(({ userId }) => userId === me.id)?.counted ?? 0;
  toast({
    title: 'This audit was completed elsewhere',
    description: [
      `${who} completed it${when}${who === 'You' ? ' on another device' : ''}.`,
      own > 0 && `${count(own, 'set')} of it counted by you.`,
      isLate && 'Your later counts are saved and listed in its report.',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

/** Says that a tick does not count, as the set was unticked after it was made. */
const announceLost = (unticked: AlreadySeen, identifier: string, meId: number): void =>
  void toast({
    title: `${identifier} is not ticked`,
    description: `It was unticked ${byText(unticked, meId)}, after you ticked it. Tick it again if the set is here.`,
  });

/** Says that a colleague had counted the set before. */
const announceAlready = (already: AlreadySeen, identifier: string, meId: number): void =>
  void toast({ title: 'Already checked', description: `${identifier}, ${byText(already, meId)}` });
