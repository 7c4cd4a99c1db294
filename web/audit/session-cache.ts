import type { AuditPeople, AuditTicks, OneAuditSession, Seen } from '../../shared/audit.ts';
import type { Reading } from '../../shared/audit-readings.ts';
import { fullName } from '../../shared/user-name.ts';
import { call } from '../api/call.ts';
import { knownUser, queries } from '../api/queries.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime } from '../format.ts';
import { toast } from '../ui/overlay/toast.ts';
import type { Outcome } from './outbox.ts';

const keyOf = (id: number) => ['getAudit', { params: { id } }] as const;

/** The cached session. */
export const cachedSession = (id: number): OneAuditSession | undefined =>
  queries.getQueryData<OneAuditSession>(keyOf(id));

const ticksKeyOf = (id: number) => ['getAuditTicks', { params: { id } }] as const;

/** Loads others' changes, for the screen that shows it. */
export const catchUp = (id: number): void => void queries.invalidateQueries({ queryKey: ticksKeyOf(id) });

/** The query of an open session: loads ticks since the cached revision, and the whole session only after other changes. */
export const ticksQuery = (id: number) => ({ queryKey: ticksKeyOf(id), queryFn: () => readOn(id) });

async function readOn(id: number): Promise<number> {
  const session = cachedSession(id);
  if (!session) return 0;
  try {
    const input = { params: { id }, query: { after: String(session.revision) } };
    const { data } = await withReauthentication('getAuditTicks', () => call('getAuditTicks', input));
    // The response was sent before a confirmed change, so it is stale.
    if (data.revision < (cachedSession(id)?.revision ?? 0)) return readOn(id);
    if (!putTicks(id, data)) await queries.refetchQueries({ queryKey: keyOf(id) });
    return data.revision;
  } catch (error) {
    // A user who lost access gets that from the session's own read.
    await queries.refetchQueries({ queryKey: keyOf(id) });
    throw error;
  }
}

/** Updates the cached session; false when all of it must be loaded. */
function putTicks(id: number, { seen, withdrawn, unticked, readings = [], ...now }: AuditTicks): boolean {
  const session = cachedSession(id);
  if (!session) return true;
  announceUnticked(session, unticked);
  const isKnown = seen.every((one) => session.expected.some((bunch) => bunch.id === one.keyBunchId));
  if (now.state !== session.state || !isKnown) return false;
  const anew = new Set([...withdrawn, ...seen.map((one) => one.keyBunchId)]);
  const rest = session.seen.filter((one) => !anew.has(one.keyBunchId));
  queries.setQueryData<OneAuditSession>(keyOf(id), {
    ...session,
    ...now,
    seen: [...seen, ...rest],
    readings: withReadings(session, readings),
  });
  return true;
}

/** The readings of a session and new ones, newest first, each once. */
function withReadings({ readings }: OneAuditSession, added: readonly Reading[]): Reading[] {
  const ids = new Set(added.map(({ id }) => id));
  return [...added, ...readings.filter(({ id }) => !ids.has(id))];
}

/** Notifies a user of their counts that another member withdrew. */
function announceUnticked({ seen }: OneAuditSession, unticked: AuditTicks['unticked']): void {
  const meId = knownUser()?.id;
  const mine = new Set(seen.filter(({ userId }) => userId === meId).map(({ keyBunchId }) => keyBunchId));
  for (const { keyBunchId, identifier, userId, user, doneAt } of unticked)
    if (userId !== meId && mine.has(keyBunchId))
      toast({
        title: `${identifier} was unticked`,
        description: `${fullName(user)} removed your tick at ${clockTime(doneAt)}. Count it again if the set is here.`,
      });
}

/** Puts the members and parts into the cached session. */
export const putPeople = (id: number, people: AuditPeople): void =>
  void queries.setQueryData<OneAuditSession>(keyOf(id), (session) => session && { ...session, ...people });

/** Adds a confirmed change to the cached session. The revision stays, because others' ticks before it may be missing. */
export function putIn(id: number, outcome: Outcome): void {
  const { reply } = outcome;
  if (!reply || reply.late) return;
  // A stale response would briefly remove the tick.
  void queries.cancelQueries({ queryKey: keyOf(id) });
  queries.setQueryData<OneAuditSession>(keyOf(id), (session) => {
    if (!session || reply.revision <= session.revision) return session;
    const revision = reply.revision === session.revision + 1 ? reply.revision : session.revision;
    if (outcome.kind === 'read')
      return {
        ...session,
        revision,
        readings: withReadings(session, outcome.reply ? [outcome.reply.reading] : []),
      };
    const { totalScanned } = reply as { totalScanned: number };
    return { ...session, totalScanned, revision, seen: seenAfter(session, outcome) };
  });
}

/** Merges seen sets: newest first, each once. */
function seenAfter({ seen, expected }: OneAuditSession, outcome: Exclude<Outcome, { kind: 'read' }>): Seen[] {
  const keyBunchId = outcome.kind === 'tick' ? outcome.entry.keyBunchId : (outcome.reply?.keyBunch.id ?? 0);
  const rest = seen.filter((one) => one.keyBunchId !== keyBunchId);
  const bunch = expected.find((one) => one.id === keyBunchId);
  const isUnticked = outcome.kind === 'tick' && (!outcome.entry.seen || outcome.reply?.unticked);
  if (!bunch || isUnticked) return rest;
  const matched = outcome.kind === 'scan' ? (outcome.reply?.matched ?? null) : null;
  const already = outcome.kind === 'tick' ? outcome.reply?.already : undefined;
  const me = knownUser();
  const one: Seen = {
    keyBunchId,
    identifier: bunch.identifier,
    timestamp:
      (outcome.kind === 'scan' && outcome.reply?.scan.timestamp) || new Date(serverNow()).toISOString(),
    doneAt: already?.doneAt ?? outcome.entry.doneAt,
    userId: already?.userId ?? me?.id ?? 0,
    user: already?.user ?? (me ? { ...me, username: fullName(me) } : null),
    nfcScanned: matched === 'nfc',
    matched,
    wasMissing: bunch.status === 'missing',
  };
  return [one, ...rest];
}
