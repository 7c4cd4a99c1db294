import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditBunch, OneAuditSession, Seen } from '../../shared/audit.ts';
import { type AuditMode, auditPercent } from '../../shared/audit-words.ts';
import { type HookReading, standing } from '../../shared/hook-readings.ts';
import { normaliseSerial } from '../../shared/key-bunch-words.ts';
import type { ApiError } from '../api/call.ts';
import { useOfflineSince } from '../api/connection.ts';
import { isUnkept } from '../api/outbox/outbox.ts';
import type { Own } from '../api/outbox/own-entries.ts';
import { readOf } from '../api/read.ts';
import { deviceNow } from '../api/server-clock.ts';
import { makeQuiet } from '../device/scan/reader.ts';
import { useMay, useMe } from '../session.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { present } from './audit-members.ts';
import { useBeat } from './members/use-members.ts';
import { type Entry, type NewReading, type Outbox, outboxOf } from './outbox.ts';
import { type End, finishing, type Over, useOutcomes, useOver } from './outcomes.ts';
import { type ScanResult, useJudged } from './scan/scan-result.ts';
import { ticksQuery } from './session-cache.ts';

/**
 * An expected set. `seen` is null until seen, and shows whose count it is where several people count (`isShared`). `saving` until
 * confirmed, `kept` while the server does not respond, `unkept` if this device refused to store it.
 */
export type AuditRow = {
  bunch: AuditBunch;
  seen: Seen | null;
  isShared: boolean;
  ticked: boolean;
  saving: boolean;
  kept: boolean;
  unkept: boolean;
};

/** A running audit, for a screen. */
export type AuditWork = ReturnType<typeof useAuditSession>;

/** A running audit: ticks and scans count immediately and are sent in order; others' changes show within a second. */
export function useAuditSession(id: number, onOver: Over) {
  const me = useMe();
  const may = useMay();
  const [chosen, setMode] = useState<AuditMode | null>(null);
  const editing = useDialogState<number>();
  const outbox = useMemo(() => outboxOf(id, me), [id, me]);
  const { entries, stuck: unanswered } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const stuck = useOfflineSince() > 0 || unanswered;
  const unkept = isUnkept.use();
  const { session, error, refetch } = useOpenSession(id);
  const end = useRef<End>(null);
  const answers = useOutcomes(id, outbox, end);
  useOver(session, end, onOver);
  const isOpen = session?.status === 'in_progress';
  const members = present(session?.members ?? []);
  const isMember = members.some(({ userId }) => userId === me.id);
  useBeat({ id, enabled: isOpen && isMember, unsent: entries.length, stuck });
  const readings = useMemo(() => readingsOf(session, entries), [session, entries]);
  const judged = useJudged(session, entries, stuck);
  const rows = useMemo(
    () => rowsOf(session, entries, judged, { stuck, unkept }),
    [session, entries, judged, stuck, unkept],
  );
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
    /** Unconfirmed changes; `stuck` while the server does not respond, `unkept` while this device refuses to store them. */
    unsaved: entries.length,
    stuck,
    unkept,
    sendNow: () => outbox.sendNow(),
    /** The members who take part now, and the parts of a split audit. */
    members,
    parts: session?.parts ?? [],
    /** Whether the signed-in user takes part, and so can tick, scan and complete; whether they can join. */
    mayAct,
    mayJoin: !isMember && may(api.joinAudit.needs),
    tick: outbox.tick,
    ...useScan(outbox),
    /** Scans whose meaning is not known yet. */
    checking: entries.filter((entry) => entry.kind === 'scan' && !judged.has(entry.key)).length,
    /** Results of this browser's scans, newest first: those of the server, and before them those that this device judged and has not sent. */
    results: useMemo(() => [...[...judged.values()].reverse(), ...answers], [judged, answers]),
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

/** Takes scans, a code that was read less than two seconds ago only once: a tag bounces, and a reader repeats itself. */
function useScan(outbox: Outbox) {
  const [isNewAt] = useState(makeQuiet);
  const isNew = (code: string) => isNewAt(normaliseSerial(code), performance.now());
  return {
    isNew,
    /** A tag that was read, or a `typed` code. Blank ones are ignored. */
    scan(code: string, typed: boolean) {
      if (code.trim() && isNew(code)) outbox.scan(code.trim(), typed);
    },
  };
}

/** Age up to which a read is the one that the page's route began. */
const PREFETCHED_MS = 10_000;

/** The session, kept up to date while open: each change of its audit reads the ticks that are new. */
function useOpenSession(id: number) {
  const { data, error, refetch } = useQuery<OneAuditSession, ApiError>({
    ...readOf('getAudit', { params: { id } }),
    refetchOnMount: ({ state }) => (deviceNow() - state.dataUpdatedAt < PREFETCHED_MS ? false : 'always'),
    meta: { topics: [] },
  });
  const open = data?.status === 'in_progress';
  useQuery({ ...ticksQuery(id), enabled: open, refetchOnMount: 'always' });
  return { session: data, error, refetch };
}

type Line = { stuck: boolean; unkept: boolean };

function rowsOf(
  session: OneAuditSession | undefined,
  entries: readonly Own<Entry>[],
  judged: ReadonlyMap<string, ScanResult>,
  { stuck, unkept }: Line,
): AuditRow[] {
  const seen = new Map(session?.seen.map((one) => [one.keyBunchId, one]));
  const wanted = new Map<number, boolean>();
  const unwritten = new Set<number>();
  for (const entry of entries) {
    const id = entry.kind === 'tick' ? entry.keyBunchId : judged.get(entry.key)?.keyBunchId;
    if (!id) continue;
    wanted.set(id, entry.kind !== 'tick' || entry.seen);
    if (entry.order === 0) unwritten.add(id);
  }
  const isShared = (session?.members.length ?? 0) > 1;
  return (session?.expected ?? []).map((bunch) => ({
    bunch,
    seen: seen.get(bunch.id) ?? null,
    isShared,
    ticked: wanted.get(bunch.id) ?? seen.has(bunch.id),
    saving: wanted.has(bunch.id),
    kept: stuck && wanted.has(bunch.id),
    unkept: unkept && unwritten.has(bunch.id),
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
