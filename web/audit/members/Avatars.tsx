import type { Actor } from '../../../shared/actor.ts';
import type { AuditMember } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useMe } from '../../session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';

/** Avatars drawn before "+2". */
const DRAWN = 4;

/** The initials of several members, overlapping; their names must be beside it. */
export function Avatars({ members }: { members: readonly AuditMember[] }) {
  const me = useMe();
  const more = members.length - DRAWN;
  return (
    <span aria-hidden className="flex shrink-0 items-center">
      {members.slice(0, DRAWN).map(({ userId, user }) => (
        <Avatar
          key={userId}
          name={fullName(user)}
          size={24}
          className={`-ml-1 bg-panel! ring-1 ring-panel first:ml-0 ${userId === me.id ? 'text-link!' : ''}`}
        />
      ))}
      {more > 0 && <span className="ml-1 text-hint text-muted tabular-nums">+{more}</span>}
    </span>
  );
}

type Props = {
  seen: { userId: number; user: Actor | null } | null;
  /** Says the name to screen readers, where no text beside it does. */
  spoken?: boolean;
};

/** Initials of the user who counted a set. */
export function CountedByMark({ seen, spoken = true }: Props) {
  const me = useMe();
  if (!seen?.user) return null;
  const own = seen.userId === me.id;
  return (
    <>
      <Avatar name={fullName(seen.user)} size={24} tone={own ? 'primary' : 'soft'} />
      {spoken && <span className="sr-only"> by {own ? 'you' : fullName(seen.user)}</span>}
    </>
  );
}
