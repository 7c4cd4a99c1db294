import type { Actor } from '../../shared/actor.ts';
import { fullName } from '../../shared/user-name.ts';

type Audited = { user: Actor | null; completedBy: Actor | null };

/** The user who completed an audit, if not the one who started it; else null. */
export const otherCompleter = ({ user, completedBy }: Audited): string | null =>
  completedBy && completedBy.email !== user?.email ? fullName(completedBy) : null;

/** "Hannah Boyd", or "Hannah Boyd, completed by Tom Whitaker"; empty when unknown. */
export function auditedBy(audit: Audited): string {
  const other = otherCompleter(audit);
  return [audit.user && fullName(audit.user), other && `completed by ${other}`].filter(Boolean).join(', ');
}
