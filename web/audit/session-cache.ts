import type { OneAuditSession, Seen } from '../../shared/audit.ts';
import { queries } from '../api/queries.ts';
import type { Outcome } from './outbox.ts';

const keyOf = (id: number) => ['getAudit', { params: { id } }] as const;

/** The session as it was read last. */
export const cachedSession = (id: number): OneAuditSession | undefined =>
  queries.getQueryData<OneAuditSession>(keyOf(id));

/** Asks for it again, for whoever shows it. */
export const readAgain = (id: number): void => void queries.invalidateQueries({ queryKey: keyOf(id) });

/** Puts what was just confirmed into the session as it is shown, so that it does not wait to be read again. */
export function putIn(id: number, outcome: Outcome): void {
  const { reply } = outcome;
  if (!reply) return;
  // An older answer on its way would take the tick back for a moment.
  void queries.cancelQueries({ queryKey: keyOf(id) });
  queries.setQueryData<OneAuditSession>(keyOf(id), (session) => {
    if (!session) return session;
    const { totalScanned, revision } = reply;
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
    timestamp: (outcome.kind === 'scan' && outcome.reply?.scan.timestamp) || new Date().toISOString(),
    user: null,
    nfcScanned: matched === 'nfc',
    matched,
    wasMissing: bunch.status === 'missing',
  };
  return [one, ...rest];
}
