import { Pencil } from 'lucide-react';
import { fullName } from '../../shared/user-name.ts';
import { CardAction } from '../ui/CardAction.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { RoleTag, UserName, UserState } from './UserIcons.tsx';
import type { UserListProps } from './UserTable.tsx';
import { locationsOf, permissionsOf } from './user-facts.ts';

const WAITING = [1, 2, 3, 4, 5];

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
        WAITING.map((row) => (
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
