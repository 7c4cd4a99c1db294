import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../shared/api.ts';
import { mayEdit } from '../../shared/grant.ts';
import { INVITE_HOURS } from '../../shared/limits.ts';
import { ROLE_LABELS, ROLES } from '../../shared/permissions.ts';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { ListBody, ListCount, ListPage, NothingMatches } from '../list/ListPage.tsx';
import { changeOf, useWholeList } from '../list/list-state.ts';
import type { PrintedColumn } from '../print/PrintFrame.tsx';
import { useMay, useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Email } from '../ui/Email.tsx';
import { ListFilters, offered } from '../ui/ListFilters.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { SecretField } from '../ui/overlay/SecretDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { locationsOf, permissionsOf, UserCards, UserTable } from './UserTable.tsx';

const STRONGER = "This user has permissions you don't have. Ask a Super Administrator.";

/** User Management. */
export function UsersPage() {
  const phone = useMedia(PHONE);
  const me = useMe();
  const may = useMay();
  const { list, all, filters, change } = useUsers();
  const { search, role, status } = filters;
  const dialog = useDialogState<ListUser | null>();
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const List = phone ? UserCards : UserTable;
  return (
    <>
      <ListPage
        title="User Management"
        subtitle="Who can sign in, what they may do and where."
        list={list}
        add={
          may(api.createUser.needs) && (
            <Button variant="primary" icon={UserPlus} onClick={() => dialog.show(null)}>
              Create User
            </Button>
          )
        }
        printed={{
          filters: [role && ROLE_LABELS[role as keyof typeof ROLE_LABELS], status, search && `"${search}"`],
          columns: PRINTED,
          noun: 'user',
        }}
      >
        <ListFilters
          filters={filters}
          change={change}
          search={{ label: 'Search users', placeholder: 'Search by name or email' }}
          selects={[
            { name: 'role', label: 'Role', none: 'All roles', options: ROLE_OPTIONS, width: 'w-44' },
            {
              name: 'status',
              label: 'Status',
              none: phone ? 'Any status' : 'Active and inactive',
              options: STATUSES,
              width: 'w-44',
            },
          ]}
        />
        <ListCount list={list}>
          {list.items &&
            (search || role || status
              ? `${list.items.length} of ${count(all ?? 0, 'user')}`
              : count(list.items.length, 'user'))}
        </ListCount>
        <ListBody
          list={list}
          empty={
            <NothingMatches
              title="No users match"
              hint="Try another name, or clear the filters."
              onClear={() => change({ search: '', role: '', status: '' })}
            />
          }
        >
          <List
            rows={list.items}
            onEdit={may('user:edit') ? dialog.show : undefined}
            whyNot={(person) => (person.id === me.id || mayEdit(me, person) ? undefined : STRONGER)}
          />
        </ListBody>
      </ListPage>
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

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

const OFFERED = [
  { name: 'role', options: ROLE_OPTIONS },
  { name: 'status', options: STATUSES },
] as const;

const PRINTED: readonly PrintedColumn<ListUser>[] = [
  { title: 'Name', width: 'w-[22%]', body: 'font-semibold', cell: fullName },
  {
    title: 'Email',
    width: 'w-[28%]',
    body: 'wrap-anywhere',
    cell: ({ email }) => <Email address={email} />,
  },
  { title: 'Role', width: 'w-[15%]', cell: ({ role }) => ROLE_LABELS[role] },
  { title: 'Locations', width: 'w-[12%]', cell: locationsOf },
  { title: 'Permissions', width: 'w-[13%]', cell: permissionsOf },
  { title: 'Status', width: 'w-[10%]', cell: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
];

const route = getRouteApi('/users');

type UserFilters = Record<'search' | 'role' | 'status', string>;

/** The company's users, filtered by the address. `all` counts them without filters. */
function useUsers() {
  const filters = offered<UserFilters>(route.useSearch(), OFFERED);
  const change = changeOf<UserFilters>(route.useNavigate());
  const read = useRead('listUsers');
  const { data } = read;
  const list = useWholeList({
    items: useMemo(() => data?.filter((person) => keeps(filters, person)), [data, filters]),
    failed: read.error,
    retry: read.refetch,
    readAt: useAsOf(read),
    refreshing: read.isRefetching,
    key: JSON.stringify(filters),
  });
  return { list, all: data?.length, filters, change };
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

/** Result of creating a link: mailed, or shown once for the creator to pass on. */
export function InviteDialog({ invited, onClose }: { invited: InvitedUser | null; onClose: () => void }) {
  // Keeps the content while the dialog fades out.
  const [last, setLast] = useState(invited);
  useEffect(() => {
    if (invited) setLast(invited);
  }, [invited]);
  const person = invited ?? last;
  if (!person) return null;
  return (
    <Dialog
      open={invited !== null}
      onOpenChange={(next) => !next && onClose()}
      title={person.mailed ? 'Invitation sent' : 'Sign-in link'}
      description={`For ${fullName(person)}, ${person.email}`}
      cancelLabel={null}
      foot={
        <Button variant={person.inviteUrl ? 'secondary' : 'primary'} onClick={onClose}>
          Done
        </Button>
      }
    >
      {person.inviteUrl ? (
        <SecretField
          label="Link to choose a password"
          hint={`Shown only now. It works once, expires in ${INVITE_HOURS} hours and cancels earlier links.`}
          noun="Link"
          secret={person.inviteUrl}
        >
          Send this privately. The first person to open it sets the password.
        </SecretField>
      ) : person.mailed ? (
        <p className="text-body text-pretty">
          A link to choose a password is on its way to{' '}
          <strong className="font-medium">
            <Email address={person.email} />
          </strong>
          . It works once and expires in {INVITE_HOURS} hours. You can send a new one from Edit.
        </p>
      ) : (
        <Notice variant="warning" title="The link was created but can't be shown">
          A link is shown only once. Create a new one from Edit.
        </Notice>
      )}
    </Dialog>
  );
}
