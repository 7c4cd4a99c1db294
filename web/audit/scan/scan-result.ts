import { useEffect, useMemo, useRef, useState } from 'react';
import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { serverNow } from '../../api/server-clock.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { NFC_FAILED, NFC_OK, vibrate } from '../../device/scan/nfc.ts';
import { useMe } from '../../session.tsx';
import { byText } from '../audit-members.ts';
import type { Entry, Outcome } from '../outbox.ts';
import { refusalText } from '../refusals.ts';

/** The result of a scan: counted, counted before, unexpected here or unknown. `over`: the audit has ended or is unreachable. */
export type ScanResult = {
  key: string;
  at: Date;
  serial: string;
  kind: 'counted' | 'already' | 'unexpected' | 'unknown' | 'over';
  /** The set's ID when known, else the text that was read. */
  identifier: string | null;
  /** The set's id and the matched mark, when it was counted. */
  keyBunchId: number | null;
  matched: ScanMatch | null;
  /** "Counted", "Already Scanned", "Scan Failed". */
  title: string;
  /** The sentence under it. */
  message: string;
  /** Who counted the set before and how long ago: "by Tom Whitaker 12 s ago". */
  by: string | null;
  /** Judged by this device and not sent yet. */
  waits?: boolean;
};

/** What a refusal's code means. */
const KINDS: Record<string, ScanResult['kind']> = {
  already_scanned: 'already',
  unexpected: 'unexpected',
  unticked: 'unexpected',
  unknown_tag: 'unknown',
  ambiguous: 'unknown',
};

/** Maps the server's response to a result. */
export function scanResultOf(
  { entry, reply, error }: Extract<Outcome, { kind: 'scan' }>,
  session: OneAuditSession | undefined,
  meId: number,
): ScanResult {
  const base = { key: entry.key, at: new Date(serverNow()), serial: entry.serial, by: null };
  if (reply) {
    const { id, identifier } = reply.keyBunch;
    const total = Math.max(session?.totalExpected ?? 0, reply.totalScanned);
    return {
      ...base,
      kind: 'counted',
      identifier,
      keyBunchId: id,
      matched: reply.matched,
      title: 'Counted',
      message: `${reply.totalScanned} of ${total} scanned`,
    };
  }
  const { code = '', identifier = null, already } = error?.body ?? {};
  const kind = KINDS[code] ?? 'over';
  return {
    ...base,
    by: already ? byText(already, meId) : null,
    kind,
    identifier: kind === 'unknown' && entry.typed ? entry.serial : identifier,
    keyBunchId: null,
    matched: null,
    title: kind === 'already' ? 'Already Scanned' : 'Scan Failed',
    message: refusalText(error, ACTION_MESSAGES.scanAudit.failed),
  };
}

/** Colour and icon of a result. */
export const looksOf = ({ kind }: Pick<ScanResult, 'kind'>) =>
  ANSWER_LOOKS[kind === 'counted' ? 'good' : kind === 'already' ? 'again' : 'bad'];

type Sets = ReadonlyMap<number, KeyBunch>;
type Scan = Extract<Entry, { kind: 'scan' }>;

/** The set that a code means, and by which mark, as the server finds it; null when it is none or several of those that the device keeps. */
function findScanned(
  { serial: code, typed }: Scan,
  { locationId, keyType }: OneAuditSession,
  sets: Sets,
): { bunch: KeyBunch; matched: ScanMatch } | null {
  const serial = normaliseSerial(code);
  const all = [...sets.values()];
  const linked = all.find(({ nfcSerial }) => nfcSerial === serial);
  if (linked) return { bunch: linked, matched: 'nfc' };
  if (!typed) return null;
  const here = all.filter((one) => one.locationId === locationId && (!keyType || one.type === keyType));
  for (const [matched, textOf] of [
    ['tag', ({ currentTag }: KeyBunch) => currentTag],
    ['identifier', ({ identifier }: KeyBunch) => identifier],
  ] as const) {
    const found = here.filter((one) => normaliseSerial(textOf(one) ?? '') === serial);
    const [bunch] = found;
    if (bunch) return found.length === 1 ? { bunch, matched } : null;
  }
  return null;
}

/** What is wrong with a set that the audit does not expect; null for what the server may expect by now. */
function whyStray({ identifier, status, holder, locationId, location }: KeyBunch, session: OneAuditSession) {
  if (status === 'issued') return `${identifier} is recorded as issued to ${holder?.name}. Return it first.`;
  return locationId === session.locationId ? null : `${identifier} is registered at ${location.name}`;
}

/**
 * What scans mean that have no answer yet, by the entry's key, oldest first: judged by the sets that the device keeps. Those that only the
 * server can judge, such as an unknown tag, are left out.
 */
export function judgedScans(
  entries: readonly Entry[],
  session: OneAuditSession,
  sets: Sets,
  meId: number,
): Map<string, ScanResult> {
  const expected = new Set(session.expected.map(({ id }) => id));
  const seen = new Map(session.seen.map((one) => [one.keyBunchId, one as Parameters<typeof byText>[0]]));
  const judged = new Map<string, ScanResult>();
  for (const entry of entries) {
    const { key, doneAt } = entry;
    const own = { userId: meId, user: OWN, doneAt };
    if (entry.kind === 'tick' && entry.seen) seen.set(entry.keyBunchId, own);
    else if (entry.kind === 'tick') seen.delete(entry.keyBunchId);
    const scanned = entry.kind === 'scan' && findScanned(entry, session, sets);
    if (!scanned) continue;
    const { bunch, matched } = scanned;
    const { id: keyBunchId, identifier } = bunch;
    const base = { key, at: new Date(doneAt), serial: entry.serial, identifier, by: null, waits: true };
    const stray = !expected.has(keyBunchId) && whyStray(bunch, session);
    const already = seen.get(keyBunchId);
    if (stray)
      judged.set(key, {
        ...base,
        kind: 'unexpected',
        keyBunchId: null,
        matched: null,
        title: 'Scan Failed',
        message: stray,
      });
    else if (expected.has(keyBunchId) && already)
      judged.set(key, {
        ...base,
        kind: 'already',
        keyBunchId: null,
        matched: null,
        by: byText(already, meId),
        title: 'Already Scanned',
        message: `${identifier} has already been scanned in this audit`,
      });
    else if (expected.has(keyBunchId)) {
      seen.set(keyBunchId, own);
      const message = `${seen.size} of ${session.totalExpected} scanned`;
      judged.set(key, { ...base, kind: 'counted', keyBunchId, matched, title: 'Counted', message });
    }
  }
  return judged;
}

const OWN = { username: '', firstName: null, lastName: null, email: '' };
const NONE: ReadonlyMap<string, ScanResult> = new Map();
/** A scan made before that, as before a reload, is not buzzed again, in ms. */
const JUST_NOW_MS = 5000;
/** Keys of the scans that this page judged. */
const judgedHere = new Set<string>();
/** Whether the user knows already what this device made of a scan. */
export const wasJudged = (key: string): boolean => judgedHere.has(key);

/** The judged scans of a session (`judgedScans`) while the server does not answer. */
export function useJudged(
  session: OneAuditSession | undefined,
  entries: readonly Entry[],
  stuck: boolean,
): ReadonlyMap<string, ScanResult> {
  const me = useMe();
  const [sets, setSets] = useState<Sets | null>(null);
  const isAsked = stuck && sets === null && entries.some(({ kind }) => kind === 'scan');
  useEffect(() => {
    if (!isAsked) return;
    void import('../../api/kept/answers.ts')
      .then(({ knownNow }) => knownNow())
      .then(
        (known) => known && setSets(known.sets),
        () => undefined,
      );
  }, [isAsked]);
  const judged = useMemo(
    () => (session && sets ? judgedScans(entries, session, sets, me.id) : NONE),
    [session, entries, sets, me.id],
  );
  useEffect(() => {
    for (const key of judged.keys()) judgedHere.add(key);
  }, [judged]);
  const buzzed = useRef<string | null>(null);
  const last = [...judged.values()].at(-1);
  useEffect(() => {
    if (!last || last.key === buzzed.current) return;
    buzzed.current = last.key;
    if (serverNow() - last.at.getTime() < JUST_NOW_MS) vibrate(last.kind === 'counted' ? NFC_OK : NFC_FAILED);
  }, [last]);
  return judged;
}
