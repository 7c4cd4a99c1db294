import { ROLE_LABELS } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { locationsOf, permissionsOf } from './user-facts.ts';

const COLUMNS = [
  { title: 'Name', width: 'w-[22%]' },
  { title: 'Email', width: 'w-[28%]' },
  { title: 'Role', width: 'w-[15%]' },
  { title: 'Locations', width: 'w-[12%]' },
  { title: 'Permissions', width: 'w-[13%]' },
  { title: 'Status', width: 'w-[10%]' },
] as const;

/** The people on paper. */
export const PrintedUsers = ({ people }: { people: readonly ListUser[] }) => (
  <PrintedTable columns={COLUMNS}>
    {people.map((person) => (
      <tr key={person.id}>
        <td className="font-semibold">{fullName(person)}</td>
        <td className="wrap-anywhere">{person.email}</td>
        <td>{ROLE_LABELS[person.role]}</td>
        <td>{locationsOf(person)}</td>
        <td>{permissionsOf(person)}</td>
        <td>{person.isActive ? 'Active' : 'Inactive'}</td>
      </tr>
    ))}
  </PrintedTable>
);
