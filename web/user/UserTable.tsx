import { Pencil } from 'lucide-react';
import { seesEverywhere } from '../../shared/grant.ts';
import {
  effectivePermissions,
  type Permission,
  permissionLabel,
  ROLE_LABELS,
  ROLE_PERMISSIONS,
  type Role,
} from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { count } from '../format.ts';
import { useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { type Column, ListCards, ListTable } from '../ui/ListRows.tsx';

/** "All locations", "3 locations". */
export const locationsOf = (person: ListUser): string =>
  seesEverywhere(person) ? 'All locations' : count(person.allowedLocationIds.length, 'location');

/** Permissions before additions: the role's, or the user's own list set by an operator (`own` is true). */
export function baseOf(person: ListUser | null, role: Role): { base: readonly Permission[]; own: boolean } {
  const added = person?.customPermissions ?? [];
  const byRole =
    !person ||
    person.role === 'super_admin' ||
    effectivePermissions({ role: person.role, permissions: null, customPermissions: added }).length ===
      person.permissions.length;
  if (byRole || role === 'super_admin') return { base: ROLE_PERMISSIONS[role], own: false };
  return { base: person.permissions.filter((one) => !added.includes(one)), own: true };
}

/** "Everything", "Role default", "Role, 2 added". */
export function permissionsOf(person: ListUser): string {
  if (person.role === 'super_admin') return 'Everything';
  const { base, own } = baseOf(person, person.role);
  const added = person.customPermissions.filter((one) => !base.includes(one)).length;
  if (own) return added > 0 ? `Own list, ${added} added` : 'Own list';
  return added > 0 ? `Role, ${added} added` : 'Role default';
}

/** Groups of the editor, by column. */
const GROUPS: readonly (readonly { title: string; groups: readonly string[] }[])[] = [
  [
    { title: 'Key', groups: ['key'] },
    { title: 'Audit', groups: ['audit'] },
  ],
  [
    { title: 'Location', groups: ['location'] },
    { title: 'User', groups: ['user'] },
    { title: 'History, reports, system', groups: ['history', 'reports', 'system'] },
  ],
];

/** Permissions by group; empty groups are omitted. */
export const grouped = (permissions: readonly Permission[]) =>
  GROUPS.map((column) =>
    column
      .map(({ title, groups }) => ({
        title,
        rows: permissions
          .filter((permission) => groups.includes(permission.split(':')[0] ?? ''))
          .map((permission) => ({ permission, label: permissionLabel(permission) })),
      }))
      .filter(({ rows }) => rows.length > 0),
  );

type UserListProps = {
  /** Undefined while loading. */
  rows: readonly ListUser[] | undefined;
  /** Undefined without the permission. */
  onEdit: ((person: ListUser) => void) | undefined;
  /** Why the caller may not edit this user, if so. */
  whyNot: (person: ListUser) => string | undefined;
};

const COLUMNS: readonly Column<ListUser>[] = [
  { title: 'User', cell: (person) => <UserName person={person} /> },
  { title: 'Role', head: 'w-[17%]', cell: (person) => <RoleTag person={person} /> },
  { title: 'Locations', head: 'w-[14%]', cell: locationsOf },
  {
    title: 'Permissions',
    head: 'w-[14%] max-lg:hidden',
    body: 'max-lg:hidden',
    cell: (person) => {
      const permissions = permissionsOf(person);
      return <span className={permissions.includes(',') ? undefined : 'text-muted'}>{permissions}</span>;
    },
  },
  { title: 'Status', head: 'w-[18%]', cell: (person) => <UserState person={person} /> },
];

/** User list on wide screens. */
export function UserTable({ rows, onEdit, whyNot }: UserListProps) {
  const edit: Column<ListUser> | false = onEdit !== undefined && {
    title: 'Actions',
    hidden: true,
    head: 'w-28',
    body: 'pl-0 text-right',
    cell: (person) => (
      <Button
        size="sm"
        icon={Pencil}
        aria-label={`Edit ${fullName(person)}`}
        disabledReason={whyNot(person)}
        reasonIn="tooltip"
        onClick={() => onEdit(person)}
      >
        Edit
      </Button>
    ),
  };
  return <ListTable label="Users" rows={rows} columns={[...COLUMNS, edit]} />;
}

/** User list on phones. */
export const UserCards = ({ rows, onEdit, whyNot }: UserListProps) => (
  <ListCards rows={rows} height="h-[197px]">
    {(person) => (
      <>
        <div className="grid gap-3 p-4">
          <UserName person={person} big />
          <div className="flex flex-wrap items-center gap-2">
            <RoleTag person={person} />
            <UserState person={person} />
          </div>
          <p className="text-label text-muted">
            {locationsOf(person)} · {permissionsOf(person)}
          </p>
        </div>
        {onEdit && (
          <div className="flex divide-x border-t">
            <CardAction
              icon={Pencil}
              text="Edit"
              label={`Edit ${fullName(person)}`}
              disabledReason={whyNot(person)}
              onClick={() => onEdit(person)}
            />
          </div>
        )}
      </>
    )}
  </ListCards>
);

const RoleTag = ({ person: { role, approver } }: { person: ListUser }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <Tag>{ROLE_LABELS[role]}</Tag>
    {approver && <Tag>May approve</Tag>}
  </span>
);

/** Active or inactive, and whether an invitation is open or has expired. */
function UserState({ person }: { person: ListUser }) {
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
function UserName({ person, big = false }: { person: ListUser; big?: boolean }) {
  const me = useMe();
  const name = fullName(person);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} size={big ? 44 : 32} />
      <div className={cx('min-w-0', !person.isActive && 'text-muted')}>
        <p className="flex items-baseline gap-2">
          <span
            className={cx(
              big ? 'line-clamp-2 text-lead font-semibold wrap-anywhere' : 'truncate font-medium',
            )}
          >
            {name}
          </span>
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
