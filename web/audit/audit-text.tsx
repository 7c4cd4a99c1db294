import type { Actor } from '../../shared/actor.ts';
import type { AuditBunch, OneAuditSession, Seen } from '../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';

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

/** Whether a set has no linked NFC tag. */
export const lacksNfc = ({ now }: AuditBunch): boolean => now !== null && !now.hasNfc;

/** Marks a set that was missing when the audit began; seeing it finds it. */
export const WasMissing = () => (
  <span className="text-hint whitespace-nowrap text-amber-800 dark:text-amber-300">was Missing</span>
);

const WAYS = ['nfc', 'tag', 'identifier', 'tick'] as const;
type Way = (typeof WAYS)[number];
const wayOf = ({ matched }: Seen): Way => matched ?? 'tick';

/** How a set was found, before the time: "Ticked 22:41:07". */
const ONE: Record<Way, string> = {
  nfc: 'Scanned',
  tag: 'By tag number',
  identifier: 'By set ID',
  tick: 'Ticked',
};
const ALL: Record<Way, string> = {
  nfc: 'by NFC tag',
  tag: 'by tag number',
  identifier: 'by set ID',
  tick: 'ticked by hand',
};

export const howFound = (seen: Seen): string => ONE[wayOf(seen)];

/** Counts by method: "1 by NFC tag, 11 ticked by hand"; null with none found. */
export function waysFound({ seen }: Pick<OneAuditSession, 'seen'>): string | null {
  const counts = WAYS.map((way) => ({ way, n: seen.filter((one) => wayOf(one) === way).length }));
  const used = counts.filter(({ n }) => n > 0).map(({ way, n }) => `${n.toLocaleString()} ${ALL[way]}`);
  return used.length > 0 ? used.join(', ') : null;
}

type Audited = { user: Actor | null; completedBy: Actor | null };

/** The user who completed an audit, if not the one who started it; else null. */
export const otherCompleter = ({ user, completedBy }: Audited): string | null =>
  completedBy && completedBy.email !== user?.email ? fullName(completedBy) : null;

/** "Hannah Boyd", or "Hannah Boyd, completed by Tom Whitaker"; empty when unknown. */
export function auditedBy(audit: Audited): string {
  const other = otherCompleter(audit);
  return [audit.user && fullName(audit.user), other && `completed by ${other}`].filter(Boolean).join(', ');
}
