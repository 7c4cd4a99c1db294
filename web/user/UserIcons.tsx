import { ROLE_LABELS, type Role } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { count } from '../format.ts';
import { useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { cx } from '../ui/cx.ts';

export const RoleTag = ({ role }: { role: Role }) => <Tag>{ROLE_LABELS[role]}</Tag>;

/** Active or inactive, and whether an invitation is open or has expired. */
export function UserState({ person }: { person: ListUser }) {
  const { isActive, invitedUntil } = person;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tint={isActive ? 'emerald' : 'gray'} quiet={isActive}>
        {isActive ? 'Active' : 'Inactive'}
      </Badge>
      {isActive && invitedUntil && (
        <Badge tint={hasRunOut(invitedUntil) ? 'amber' : 'blue'}>
          {hasRunOut(invitedUntil) ? 'Invitation expired' : 'Invited'}
        </Badge>
      )}
    </span>
  );
}

export const hasRunOut = (until: string): boolean => Date.parse(until) < serverNow();

/** Name and email, and the number of key sets held. */
export function UserName({ person, big = false }: { person: ListUser; big?: boolean }) {
  const me = useMe();
  const name = fullName(person);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} size={big ? 44 : 32} />
      <div className={cx('min-w-0', !person.isActive && 'text-muted')}>
        <p className="flex items-baseline gap-2">
          <span className={cx('truncate', big ? 'text-lead font-semibold' : 'font-medium')}>{name}</span>
          {person.id === me.id && <span className="text-hint text-muted">You</span>}
          {person.holding.length > 0 && (
            <span className="shrink-0 text-hint text-muted">
              Holds {count(person.holding.length, 'key set')}
            </span>
          )}
        </p>
        <p className="truncate text-hint text-muted">{person.email}</p>
      </div>
    </div>
  );
}
