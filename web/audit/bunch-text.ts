import type { AuditBunch } from '../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../shared/audit-words.ts';

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
