import { Pencil } from 'lucide-react';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { Button } from '../ui/Button.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { RoleTag, UserName, UserState } from './UserIcons.tsx';
import { locationsOf, permissionsOf } from './user-facts.ts';

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

type UserListProps = {
  /** Undefined while loading. */
  rows: ListUser[] | undefined;
  /** Undefined without the permission. */
  onEdit: ((person: ListUser) => void) | undefined;
  /** Why the caller may not edit this user, if so. */
  whyNot: (person: ListUser) => string | undefined;
};

/** User list on wide screens. */
export function UserTable({ rows, onEdit, whyNot }: UserListProps) {
  return (
    <Table aria-label="Users" aria-busy={!rows} className="table-fixed">
      <thead>
        <tr>
          <Th>User</Th>
          <Th className="w-[17%]">Role</Th>
          <Th className="w-[14%]">Locations</Th>
          <Th className="w-[14%] max-lg:hidden">Permissions</Th>
          <Th className="w-[18%]">Status</Th>
          {onEdit && (
            <Th className="w-28">
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows?.map((person) => {
          const permissions = permissionsOf(person);
          return (
            <Tr key={person.id} hover>
              <Td>
                <UserName person={person} />
              </Td>
              <Td>
                <RoleTag role={person.role} />
              </Td>
              <Td>{locationsOf(person)}</Td>
              <Td className={`max-lg:hidden ${permissions.includes(',') ? '' : 'text-muted'}`}>
                {permissions}
              </Td>
              <Td>
                <UserState person={person} />
              </Td>
              {onEdit && (
                <Td className="pl-0 text-right">
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
                </Td>
              )}
            </Tr>
          );
        })}
        {!rows && WAITING.map((row) => <WaitingRow key={row} last={onEdit ? 2 : 1} />)}
      </tbody>
    </Table>
  );
}

/** Placeholder row; `last` is the column span of its last cell. */
function WaitingRow({ last }: { last: number }) {
  return (
    <Tr>
      <Td>
        <span className="flex items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <span>
            <Skeleton className="my-1 h-3.5 w-32" />
            <Skeleton className="my-1 h-3 w-48" />
          </span>
        </span>
      </Td>
      <Td>
        <Skeleton className="h-[22px] w-24" />
      </Td>
      <Td>
        <Skeleton className="h-4 w-20" />
      </Td>
      <Td className="max-lg:hidden">
        <Skeleton className="h-4 w-20" />
      </Td>
      <Td colSpan={last}>
        <Skeleton className="h-[22px] w-16 rounded-full" />
      </Td>
    </Tr>
  );
}

const WAITING_CARDS = [1, 2, 3, 4, 5];

/** User list on phones. */
export function UserCards({ rows, onEdit, whyNot }: UserListProps) {
  return (
    <ul className="grid grid-cols-1 gap-2.5" aria-busy={!rows}>
      {rows?.map((person) => (
        <li key={person.id}>
          <Panel>
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
          </Panel>
        </li>
      ))}
      {!rows &&
        WAITING_CARDS.map((row) => (
          <li key={row}>
            <Panel padded className="grid h-[197px] content-start gap-4">
              <span className="flex items-center gap-3">
                <Skeleton className="size-11 rounded-full" />
                <span className="grid gap-2">
                  <Skeleton className="h-4 w-36" />
                  <Skeleton className="h-3.5 w-48" />
                </span>
              </span>
              <Skeleton className="h-[22px] w-48" />
              <Skeleton className="h-4 w-40" />
            </Panel>
          </li>
        ))}
    </ul>
  );
}
