import type { Actor } from '../../shared/actor.ts';
import { fullName } from '../../shared/user-name.ts';

type Audited = { user: Actor | null; completedBy: Actor | null };

/** Who completed an audit when that was not who began it, else null. */
export const otherCompleter = ({ user, completedBy }: Audited): string | null =>
  completedBy && completedBy.email !== user?.email ? fullName(completedBy) : null;

/** "Hannah Boyd", or "Hannah Boyd, completed by Tom Whitaker"; empty without a name. */
export function auditedBy(audit: Audited): string {
  const other = otherCompleter(audit);
  return [audit.user && fullName(audit.user), other && `completed by ${other}`].filter(Boolean).join(', ');
}
