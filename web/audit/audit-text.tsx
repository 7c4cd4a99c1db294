import type { Actor } from '../../shared/actor.ts';
import type { AuditBunch, AuditSession, CountedBy, OneAuditSession, Seen } from '../../shared/audit.ts';
import type { Accuracy } from '../../shared/audit-readings.ts';
import { EXPECTED_STATUSES } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { companyDay, exactClockTime, shortDate } from '../format.ts';
import { useLabels } from '../labels.ts';
import { countedText } from './audit-members.ts';
import type { AuditRow } from './use-audit-session.ts';

/** The current tag, including edits during the audit; `bare` is its number only. */
export function tagOf({ now, currentTag }: AuditBunch, bare = false): string {
  const tag = now ? now.currentTag : currentTag;
  if (!tag) return 'No tag';
  return bare ? tag : `Tag ${tag}`;
}

/** What happened to a set during the audit, so that completion leaves it unchanged; else null. */
export function changeSince({ leftAlone, now }: AuditBunch): string | null {
  if (!leftAlone) return null;
  if (!now) return 'No longer here';
  if (now.status === 'issued') return 'Issued during the audit';
  return EXPECTED_STATUSES.includes(now.status) ? 'Moved or returned during the audit' : 'Status changed';
}

/** Who has an issued set. */
export const outText = ({ holder }: AuditBunch): string => (holder ? `With ${holder}` : 'Issued');

/** Whether a set has no linked NFC tag. */
export const lacksNfc = ({ now }: AuditBunch): boolean => now !== null && !now.hasNfc;

/** Marks a set that was missing when the audit began; seeing it finds it. */
export const WasMissing = () => (
  <span className="text-hint whitespace-nowrap text-amber-800 dark:text-amber-300">was Missing</span>
);

/** The state of a tick that the server has not confirmed; null of a confirmed one. */
export const savingText = ({
  saving,
  kept,
  unkept,
}: Pick<AuditRow, 'saving' | 'kept' | 'unkept'>): string | null =>
  kept ? keptText(unkept) : saving ? 'Saving...' : null;
/** Where a count is that the server does not have; `unkept`: this device refused to store it. */
export const keptText = (unkept: boolean): string => (unkept ? 'Not kept' : 'Kept on this device');

/** Whether a text is that number, with or without separators: "14,799" is 14799. */
export const isNumber = (typed: string, wanted: number): boolean =>
  typed.replace(/[\s.,'’]/g, '') === String(wanted);

/** Said once everything expected is counted, though not everything may be saved. */
export const allScanned = ({ unsaved }: { unsaved: number }): string =>
  `All expected keys scanned!${unsaved > 0 ? ` ${unsaved} still to send` : ''}`;

/** A key type in words; `all` for an audit of every type. */
export function useTypeText(): (keyType: string | null, all?: string) => string {
  const { label } = useLabels();
  return (keyType, all = 'All types') => (keyType ? label('keyTypes', keyType) : all);
}

/** A time in the report of an audit: "02:25:07", with its day where that is not the day on which the audit started. */
export const reportTime = (at: string, { startTime }: Pick<AuditSession, 'startTime'>): string =>
  companyDay(at) === companyDay(startTime) ? exactClockTime(at) : `${shortDate(at)}, ${exactClockTime(at)}`;

type Kind = Pick<AuditSession, 'kind' | 'blind' | 'fromHook' | 'toHook'>;

/** What an audit checks: "Every set", "Spot check, blind", "Hooks A 2 to A 10". */
export function kindText({ kind, blind, fromHook, toHook }: Kind): string {
  const what = { full: 'Every set', spot: 'Spot check', part: `Hooks ${fromHook} to ${toHook}` }[kind];
  return blind ? `${what}, blind` : what;
}
/** The same where it is not every set, else null. */
export const kindNote = (session: Kind): string | null =>
  session.kind === 'full' && !session.blind ? null : kindText(session);

/** "4 of 26 checked", of an open blind audit "4 read". */
export const progressText = ({ blind, totalScanned, totalExpected }: AuditSession): string =>
  blind ? `${totalScanned.toLocaleString()} read` : `${totalScanned} of ${totalExpected} checked`;

/** "94% as registered": whole percent, rounded down. */
export const accuracyText = ({ checked, asRegistered }: Accuracy): string =>
  `${checked === 0 ? 100 : Math.floor((asRegistered * 100) / checked)}% as registered`;

const WAYS = ['nfc', 'tag', 'identifier', 'tick'] as const;

/** How a set was found: in a list of its own, before the time, of several sets, and after its ID. */
const FOUND = {
  nfc: { alone: null, before: 'Scanned', several: 'by NFC tag', after: 'by its NFC tag' },
  tag: { alone: 'Tag number', before: 'By tag number', several: 'by tag number', after: 'by its tag number' },
  identifier: { alone: 'Set ID', before: 'By set ID', several: 'by set ID', after: 'by its set ID' },
  tick: { alone: 'Ticked', before: 'Ticked', several: 'ticked by hand', after: null },
};

/** How a set was found, in words. */
export const howFound = ({ matched }: Pick<Seen, 'matched'>) => FOUND[matched ?? 'tick'];

/** Counts by method: "1 by NFC tag, 11 ticked by hand"; null with none found. */
export function waysFound({ seen }: Pick<OneAuditSession, 'seen'>): string | null {
  const counts = WAYS.map((way) => ({
    way,
    n: seen.filter(({ matched }) => (matched ?? 'tick') === way).length,
  }));
  const used = counts.filter(({ n }) => n > 0);
  return used.map(({ way, n }) => `${n.toLocaleString()} ${FOUND[way].several}`).join(', ') || null;
}

type Audited = {
  user: Actor | null;
  completedBy: Actor | null;
  countedBy?: readonly CountedBy[];
  members?: readonly CountedBy[];
};

/**
 * Who counted, with how many sets each if there were several, and who completed it: "Hannah Boyd 6, Tom Whitaker 9, completed by Dana Holt".
 * Of an audit without counts, who started it; empty when unknown.
 */
export function auditedBy({ user, completedBy, countedBy, members = [] }: Audited): string {
  const counted = (countedBy ?? members).filter((one) => one.counted > 0);
  const only = counted.length === 1 ? counted[0]?.user : user;
  const who = counted.length > 1 ? countedText(counted) : only && fullName(only);
  const completer =
    completedBy && (counted.length > 1 || completedBy.email !== only?.email) && fullName(completedBy);
  return [who, completer && `completed by ${completer}`].filter(Boolean).join(', ');
}
