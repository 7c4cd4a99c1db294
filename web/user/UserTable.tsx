import { Pencil } from 'lucide-react';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { Button } from '../ui/Button.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { type Column, ListCards, ListTable } from '../ui/ListRows.tsx';
import { RoleTag, UserName, UserState } from './UserIcons.tsx';
import { locationsOf, permissionsOf } from './user-facts.ts';

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
  { title: 'Role', head: 'w-[17%]', cell: ({ role }) => <RoleTag role={role} /> },
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
            <RoleTag role={person.role} />
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
