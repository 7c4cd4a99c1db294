import type { AuditBunch } from '../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../shared/audit-words.ts';

/** The numbered tag as it is now, edits in the audit included; `bare` is its number alone. */
export function tagOf({ now, currentTag }: AuditBunch, bare = false): string {
  const tag = now ? now.currentTag : currentTag;
  if (!tag) return 'No tag';
  return bare ? tag : `Tag ${tag}`;
}

/** What happened to a set while the audit ran, so that a completion leaves it alone; null when nothing did. */
export function changeSince({ leftAlone, now }: AuditBunch): string | null {
  if (!leftAlone) return null;
  if (!now) return 'No longer here';
  if (now.status === 'issued') return 'Issued during the audit';
  return EXPECTED_STATUSES.includes(now.status) ? 'Moved or returned during the audit' : 'Status changed';
}

/** Whether no scan of an NFC tag can find a set, as none is linked to it. */
export const lacksNfc = ({ now }: AuditBunch): boolean => now !== null && !now.hasNfc;
