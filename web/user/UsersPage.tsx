import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { api } from '../../shared/api.ts';
import { mayEdit } from '../../shared/grant.ts';
import { ROLE_LABELS, ROLES } from '../../shared/permissions.ts';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { PrintButton, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { useMay, useMe } from '../session.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { Email } from '../ui/Email.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { AsOf } from '../ui/Time.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { UserCards, UserTable } from './UserTable.tsx';
import { locationsOf, permissionsOf } from './user-facts.ts';

const STRONGER = "This user has permissions you don't have. Ask a Super Administrator.";

type Users = ReturnType<typeof useUserRows>;

/** User Management. */
export function UsersPage() {
  const phone = useMedia(PHONE);
  const me = useMe();
  const may = useMay();
  const { rows, total, filters, change, failed, retry, readAt, refreshing } = useUserRows();
  const key = JSON.stringify(filters);
  const paper = usePaper({ loaded: rows, total: rows?.length, failed: failed !== null, key });
  const dialog = useDialogState<ListUser | null>();
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const edits = may('user:edit');
  const list = {
    rows,
    onEdit: edits ? dialog.show : undefined,
    whyNot: (person: ListUser) => (person.id === me.id || mayEdit(me, person) ? undefined : STRONGER),
  };
  const create = may(api.createUser.needs) && (
    <Button variant="primary" icon={UserPlus} onClick={() => dialog.show(null)}>
      Create User
    </Button>
  );
  const asOf = <AsOf at={readAt} refreshing={refreshing} onRefresh={retry} />;
  const narrowed = Boolean(filters.search || filters.role || filters.status);

  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="User Management"
          subtitle="Who can sign in, what they may do and where."
          right={
            !phone && (
              <>
                {asOf}
                <PrintButton paper={paper} />
                {create}
              </>
            )
          }
        />
        <Filters filters={filters} change={change} />
        {failed ? (
          <ReadFailed error={failed} onRetry={retry} />
        ) : (
          <>
            <div className="mb-1 flex min-h-8 items-center gap-2">
              <p aria-live="polite" className="text-hint text-muted tabular-nums">
                {rows &&
                  (narrowed ? `${rows.length} of ${count(total ?? 0, 'user')}` : count(rows.length, 'user'))}
              </p>
              {phone && asOf}
            </div>
            {rows?.length === 0 ? (
              <NoUsers onClear={() => change({ search: '', role: '', status: '' })} />
            ) : phone ? (
              <UserCards {...list} />
            ) : (
              <UserTable {...list} />
            )}
          </>
        )}
      </div>
      {paper.printing && (
        <UsersPaper filters={filters} people={paper.rows} total={rows?.length} readAt={readAt} />
      )}
      {phone && create && <FootBar>{create}</FootBar>}
      {dialog.shown && (
        <UserDialog
          key={dialog.shown.turn}
          {...dialog.props}
          person={dialog.shown.about}
          onInvited={setInvited}
        />
      )}
      <InviteDialog invited={invited} onClose={() => setInvited(null)} />
    </>
  );
}

const NoUsers = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No users match"
    hint="Try another name, or clear the filters."
    action={<Button onClick={onClear}>Clear filters</Button>}
  />
);

type PaperProps = {
  filters: Users['filters'];
  people: readonly ListUser[];
  total: number | undefined;
  readAt: number;
};

/** The list as printed. */
function UsersPaper({ filters, people, total, readAt }: PaperProps) {
  return (
    <PrintFrame
      title="User Management"
      filters={[
        filters.role && ROLE_LABELS[filters.role as keyof typeof ROLE_LABELS],
        filters.status,
        filters.search && `"${filters.search}"`,
      ]}
      rows={{ printed: people.length, total, noun: 'user' }}
      asOf={new Date(readAt)}
    >
      <PrintedUsers people={people} />
    </PrintFrame>
  );
}

function Filters({ filters, change }: Pick<Users, 'filters' | 'change'>) {
  const phone = useMedia(PHONE);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="min-w-60 flex-1 phone:min-w-0 phone:basis-full">
        <SearchInput
          label="Search users"
          placeholder="Search by name or email"
          value={filters.search}
          onValueChange={(search) => change({ search })}
        />
      </div>
      <div className="w-44 phone:w-auto phone:flex-1">
        <Select
          aria-label="Role"
          none="All roles"
          value={filters.role}
          onValueChange={(role) => change({ role })}
          options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        />
      </div>
      <div className="w-44 phone:w-auto phone:flex-1">
        <Select
          aria-label="Status"
          none={phone ? 'Any status' : 'Active and inactive'}
          value={filters.status}
          onValueChange={(status) => change({ status })}
          options={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
      </div>
    </div>
  );
}

const COLUMNS = [
  { title: 'Name', width: 'w-[22%]' },
  { title: 'Email', width: 'w-[28%]' },
  { title: 'Role', width: 'w-[15%]' },
  { title: 'Locations', width: 'w-[12%]' },
  { title: 'Permissions', width: 'w-[13%]' },
  { title: 'Status', width: 'w-[10%]' },
] as const;

/** Printed rows. */
const PrintedUsers = ({ people }: { people: readonly ListUser[] }) => (
  <PrintedTable columns={COLUMNS}>
    {people.map((person) => (
      <tr key={person.id}>
        <td className="font-semibold">{fullName(person)}</td>
        <td className="wrap-anywhere">
          <Email address={person.email} />
        </td>
        <td>{ROLE_LABELS[person.role]}</td>
        <td>{locationsOf(person)}</td>
        <td>{permissionsOf(person)}</td>
        <td>{person.isActive ? 'Active' : 'Inactive'}</td>
      </tr>
    ))}
  </PrintedTable>
);

const route = getRouteApi('/users');

type UserFilters = { search: string; role: string; status: string };

/** The company's users, filtered by the address. `total` counts all of them. */
function useUserRows() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useRead('listUsers');
  const { data, error, refetch, isRefetching } = list;
  const readAt = useAsOf(list);
  const rows = useMemo(() => data?.filter((person) => keeps(filters, person)), [data, filters]);
  const change = (patch: Partial<UserFilters>) =>
    void navigate({ search: (last) => ({ ...last, ...patch }), replace: 'search' in patch });
  return {
    rows,
    total: data?.length,
    filters,
    change,
    failed: error,
    retry: refetch,
    readAt,
    refreshing: isRefetching,
  };
}

function keeps({ search, role, status }: UserFilters, person: ListUser): boolean {
  const text = `${fullName(person)} ${person.email}`.toLowerCase();
  return (
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (role === '' || person.role === role) &&
    (status === '' || person.isActive === (status === 'active'))
  );
}
