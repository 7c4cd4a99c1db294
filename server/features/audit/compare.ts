import type { AuditBunch, OneAuditSession } from '../../../shared/audit.ts';
import type { Accuracy, Difference } from '../../../shared/audit-readings.ts';
import { quickRuns, standing } from '../../../shared/hook-readings.ts';
import type { auditExpected, auditScans } from '../../database/schema/history.ts';
import { rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import type { SessionRow } from './session.ts';

type ExpectedSet = Pick<
  RowOf<typeof auditExpected>,
  'keyBunchId' | 'identifier' | 'status' | 'position' | 'keyCount' | 'fobCount' | 'seenScanId'
>;
type Scan = Pick<
  RowOf<typeof auditScans>,
  'id' | 'keyBunchId' | 'identifier' | 'serial' | 'hook' | 'keyCount' | 'fobCount' | 'doneAt' | 'scanResult'
> & {
  locationId: number | null;
  locationName: string | null;
  position: string | null;
  text: string | null;
  isOut: boolean;
  isLate: boolean;
};

export const isCompared = ({ kind, blind, status }: Pick<SessionRow, 'kind' | 'blind' | 'status'>): boolean =>
  (blind || kind === 'spot') && status === 'completed';

/** A completed blind audit or spot check beside the register as it was at its start. `bunches` says which sets changed meanwhile. */
export async function compare(
  tx: Tx,
  session: SessionRow,
  bunches: readonly AuditBunch[],
): Promise<{ compared: Accuracy; differences: Difference[] }> {
  const sets = await rows(
    tx,
    sql<ExpectedSet>`select key_bunch_id as "keyBunchId", identifier, status, position, key_count as "keyCount", fob_count as "fobCount",
      seen_scan_id as "seenScanId" from audit_expected where audit_session_id = ${session.id} order by position, identifier`,
  );
  const scans = await rows(
    tx,
    sql<Scan>`select s.id, s.key_bunch_id as "keyBunchId", s.identifier, s.serial, s.hook, s.key_count as "keyCount",
        s.fob_count as "fobCount", s.done_at as "doneAt", s.scan_result as "scanResult", s.location_id as "locationId",
        s.location_name as "locationName", b.position, coalesce(s.notes like '% is recorded as issued to %', false) as "isOut",
        s."timestamp" > ${session.endTime} as "isLate",
        case s.scan_result when 'empty' then null else coalesce('#' || s.key_bunch_id, s.serial, s.identifier) end as text
      from audit_scans s left join key_bunches b on b.id = s.key_bunch_id
      where s.audit_session_id = ${session.id} and s.scan_result <> 'withdrawn' order by s.id`,
  );
  const stand = standing(scans);
  const left = new Set(bunches.filter(({ leftAlone }) => leftAlone).map(({ id }) => id));
  const found = new Map(
    stand.filter(({ scanResult }) => scanResult === 'found').map((scan) => [scan.keyBunchId, scan]),
  );
  const answered = new Map(stand.map((scan) => [scan.hook, scan]));
  const ofSets = sets.flatMap((set) => {
    // A withdrawn tick does not count.
    const last = found.get(set.keyBunchId);
    const scan = set.seenScanId !== null || session.blind || last?.isLate ? last : undefined;
    return ofSet(session, set, scan, { isLeft: left.has(set.keyBunchId), answered });
  });
  const ofStrays = stand.flatMap((scan) => ofStray(session, scan) ?? []);
  const all = [...ofSets, ...ofStrays];
  const differences = all.filter((one) => one !== null);
  return {
    compared: { checked: all.length, asRegistered: all.length - differences.length },
    differences,
  };
}

const NONE = { hook: null, registeredHook: null, registeredAt: null, registered: null, counted: null };

type Found = { isLeft: boolean; answered: ReadonlyMap<string | null, Scan> };

/** What differs of an expected set: null when it is as registered; nothing when it was not checked. */
function ofSet(
  { blind }: SessionRow,
  set: ExpectedSet,
  scan: Scan | undefined,
  { isLeft, answered }: Found,
): (Difference | null)[] {
  const { keyBunchId, identifier: text, position } = set;
  const about = { ...NONE, keyBunchId, text, registeredHook: position, hook: scan?.hook ?? null };
  const onHook = position === null ? undefined : answered.get(position);
  if (set.status === 'issued') return onHook?.scanResult === 'empty' ? [null] : [];
  if (!scan) {
    if (isLeft || set.status === 'missing') return [];
    const isEmpty = onHook?.scanResult === 'empty';
    return [{ ...about, kind: isEmpty ? 'empty' : 'unseen', hook: isEmpty ? position : null }];
  }
  if (set.status === 'missing') return [{ ...about, kind: 'found' }];
  if (blind && scan.hook !== null && scan.hook !== position) return [{ ...about, kind: 'elsewhere' }];
  const registered = { keys: set.keyCount ?? 0, fobs: set.fobCount ?? 0 };
  const counted = { keys: scan.keyCount ?? registered.keys, fobs: scan.fobCount ?? registered.fobs };
  if (counted.keys !== registered.keys || counted.fobs !== registered.fobs)
    return [{ ...about, kind: 'count', registered, counted }];
  return [null];
}

/** A set or code that does not belong there; null for every other scan. */
function ofStray({ locationId }: SessionRow, scan: Scan): Difference | null {
  const { keyBunchId, hook, identifier, serial } = scan;
  const about = { ...NONE, keyBunchId, text: identifier ?? '', hook };
  if (scan.scanResult === 'unknown') return { ...about, text: serial ?? '', kind: 'unknown' };
  if (scan.scanResult !== 'unexpected') return null;
  return {
    ...about,
    kind: scan.isOut ? 'out' : 'elsewhere',
    registeredHook: scan.locationId === locationId ? scan.position : null,
    registeredAt: scan.locationId === locationId ? null : scan.locationName,
  };
}

/** Stores what was compared, for the accuracy of the location. */
export const storeCompared = (tx: Tx, id: number, { compared }: Pick<OneAuditSession, 'compared'>) =>
  run(
    tx,
    sql`update audit_sessions set checked = ${compared?.checked ?? 0}, as_registered = ${compared?.asRegistered ?? 0} where id = ${id}`,
  );

/** What was compared; strays that a later reading replaced are left out. */
export function besides(
  { unexpected, unknown }: Pick<OneAuditSession, 'unexpected' | 'unknown'>,
  { compared, differences }: Awaited<ReturnType<typeof compare>>,
): Partial<OneAuditSession> {
  const standing = new Set(differences.map(({ keyBunchId, text }) => keyBunchId ?? text));
  return {
    compared,
    differences,
    unexpected: unexpected.filter(({ keyBunchId }) => standing.has(keyBunchId)),
    unknown: unknown.filter(({ serial }) => standing.has(serial)),
  };
}

/** Ticks and empty hooks that were recorded faster than one can look. */
export function quickOf({
  seen,
  readings,
}: Pick<OneAuditSession, 'seen' | 'readings'>): OneAuditSession['quick'] {
  const ticks = [
    ...seen.filter(({ matched }) => matched === null),
    ...readings.filter(({ text }) => text === null),
  ];
  const people = new Map(ticks.map(({ userId, user }) => [userId, user]));
  return quickRuns(ticks).flatMap((run) => {
    const user = people.get(run.userId);
    return user ? [{ ...run, user }] : [];
  });
}
