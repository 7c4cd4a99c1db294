import type { AuditTicks, OneAuditSession, Seen } from '../../shared/audit.ts';
import { call } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';
import type { Outcome } from './outbox.ts';

const keyOf = (id: number) => ['getAudit', { params: { id } }] as const;

/** The session as it was read last. */
export const cachedSession = (id: number): OneAuditSession | undefined =>
  queries.getQueryData<OneAuditSession>(keyOf(id));

const ticksKeyOf = (id: number) => ['getAuditTicks', { params: { id } }] as const;

/** Asks for what others did in it since, for whoever shows it. */
export const catchUp = (id: number): void => void queries.invalidateQueries({ queryKey: ticksKeyOf(id) });

/** The query that keeps an open session up to date: it asks for the ticks since, and for the whole only when something else changed. */
export const ticksQuery = (id: number) => ({ queryKey: ticksKeyOf(id), queryFn: () => readOn(id) });

async function readOn(id: number): Promise<number> {
  const session = cachedSession(id);
  if (!session) return 0;
  try {
    const input = { params: { id }, query: { after: String(session.revision) } };
    const { data } = await withReauthentication('getAuditTicks', () => call('getAuditTicks', input));
    // The answer was on its way while something was confirmed: it is older than what is shown.
    if (data.revision < (cachedSession(id)?.revision ?? 0)) return readOn(id);
    if (!putTicks(id, data)) await queries.refetchQueries({ queryKey: keyOf(id) });
    return data.revision;
  } catch (error) {
    // Whoever may no longer see it is told so by the session itself.
    await queries.refetchQueries({ queryKey: keyOf(id) });
    throw error;
  }
}

/** Brings the session that is shown up to date; false when it has to be read whole. */
function putTicks(id: number, { seen, withdrawn, ...now }: AuditTicks): boolean {
  const session = cachedSession(id);
  if (!session) return true;
  const isKnown = seen.every((one) => session.expected.some((bunch) => bunch.id === one.keyBunchId));
  if (now.state !== session.state || !isKnown) return false;
  const anew = new Set([...withdrawn, ...seen.map((one) => one.keyBunchId)]);
  const rest = session.seen.filter((one) => !anew.has(one.keyBunchId));
  queries.setQueryData<OneAuditSession>(keyOf(id), { ...session, ...now, seen: [...seen, ...rest] });
  return true;
}

/**
 * Puts what was just confirmed into the session as it is shown, so that it does not wait to be read again. Its revision is that up to which
 * everything is shown: somebody else's tick in between is still to come.
 */
export function putIn(id: number, outcome: Outcome): void {
  const { reply } = outcome;
  if (!reply || reply.late) return;
  // An older answer on its way would take the tick back for a moment.
  void queries.cancelQueries({ queryKey: keyOf(id) });
  queries.setQueryData<OneAuditSession>(keyOf(id), (session) => {
    if (!session || reply.revision <= session.revision) return session;
    const { totalScanned } = reply;
    const revision = reply.revision === session.revision + 1 ? reply.revision : session.revision;
    return { ...session, totalScanned, revision, seen: seenAfter(session, outcome) };
  });
}

/** What is seen once an answer has come: newest first, each bunch once. */
function seenAfter({ seen, expected }: OneAuditSession, outcome: Outcome): Seen[] {
  const keyBunchId = outcome.kind === 'tick' ? outcome.entry.keyBunchId : (outcome.reply?.keyBunch.id ?? 0);
  const rest = seen.filter((one) => one.keyBunchId !== keyBunchId);
  const bunch = expected.find((one) => one.id === keyBunchId);
  if (!bunch || (outcome.kind === 'tick' && !outcome.entry.seen)) return rest;
  const matched = outcome.kind === 'scan' ? (outcome.reply?.matched ?? null) : null;
  const one: Seen = {
    keyBunchId,
    identifier: bunch.identifier,
    timestamp:
      (outcome.kind === 'scan' && outcome.reply?.scan.timestamp) || new Date(serverNow()).toISOString(),
    user: null,
    nfcScanned: matched === 'nfc',
    matched,
    wasMissing: bunch.status === 'missing',
  };
  return [one, ...rest];
}
