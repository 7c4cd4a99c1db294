import { MapPin, MapPinOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import * as z from 'zod/mini';
import { api } from '../../shared/api.ts';
import { PasswordForm } from '../../shared/password.ts';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { FormDialog } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { count, datedDay } from '../format.ts';
import { useLabels } from '../labels.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { SecondFactor } from '../second-factor/SecondFactor.tsx';
import { useMay, useMe } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Button } from '../ui/Button.tsx';
import type { Icon } from '../ui/classes.ts';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DevicesPanel } from './DevicesPanel.tsx';
import { KioskNumber } from './KioskNumber.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { Reminders } from './Reminders.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { ThisDevice } from './ThisDevice.tsx';

const ApprovalNotices = lazyExport(() => import('../approval/ApprovalNotices.tsx'), 'ApprovalNotices');

/** The caller's own account and locations. */
export function ProfilePage() {
  const may = useMay();
  const me = useMe();
  return (
    <>
      <PageHead title="My Profile" subtitle="Your name, your account and your locations" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <PersonalInformation />
          {/* Above all that is read: what grows as it is read would move a button from under a press. */}
          <ChangePassword />
          <KioskNumber />
          {me.isApprover && (
            <Suspense>
              <ApprovalNotices />
            </Suspense>
          )}
          {may(api.getReminderWish.needs) && <Reminders />}
          <SecondFactor />
          <SessionsPanel />
          <DevicesPanel />
          <ThisDevice />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <AccountDetails />
          <LocationAccess />
        </div>
      </div>
    </>
  );
}

/** Role, number and creation date: users cannot change these themselves. */
function AccountDetails() {
  const me = useMe();
  return (
    <Panel>
      <PanelHead title="Account Details" />
      <dl className="divide-y">
        <Row term="Role" text={ROLE_LABELS[me.role]} />
        <Row term="User ID" text={<span className="tabular-nums">{me.id}</span>} />
        <Row
          term="Account created"
          text={
            me.createdAt ? <time dateTime={me.createdAt}>{datedDay(me.createdAt)}</time> : 'Not available'
          }
        />
      </dl>
    </Panel>
  );
}

function Row({ term, text }: { term: string; text: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-label text-muted">{term}</dt>
      <dd className="text-right text-label font-medium">{text}</dd>
    </div>
  );
}

/** The caller's locations: all, none or a list. */
function LocationAccess() {
  const { role, allowedLocationIds: allowed } = useMe();
  const everywhere = role === 'super_admin' || !allowed || allowed.length === 0;
  return (
    <Panel>
      <PanelHead title="Location Access" />
      {everywhere ? (
        <Line icon={MapPin} title="All Locations Access" text="All locations, including new ones" />
      ) : (
        <PermittedLocations allowed={allowed} />
      )}
    </Panel>
  );
}

function PermittedLocations({ allowed }: { allowed: number[] }) {
  const { data, error, refetch } = useRead('listLocations');
  const { label } = useLabels();
  if (error)
    return (
      <div className="p-4">
        <ReadFailed error={error} onRetry={refetch} />
      </div>
    );
  if (!data) return <Waiting count={allowed.length} />;
  const permitted = data.filter(({ id }) => allowed.includes(id));
  if (permitted.length === 0)
    return (
      <Line
        icon={MapPinOff}
        title="No Location Access"
        text="Contact your administrator to request location access"
      />
    );
  return (
    <div className="p-4">
      <ul
        aria-label={count(permitted.length, 'location')}
        className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1"
      >
        {permitted.map(({ id, name, type }) => (
          <li key={id} className="flex min-h-13 items-center gap-3 rounded-lg border px-3 py-2">
            <LocationIcon type={type} className="size-4 text-muted" />
            <span className="min-w-0">
              <span className="block truncate text-label font-medium">{name}</span>
              <span className="block text-hint text-muted">{label('locationTypes', type)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ icon, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <div className="flex items-center gap-3 p-4">
      <ActionSquare icon={icon} size={36} />
      <div className="min-w-0">
        <p className="text-label font-medium">{title}</p>
        <p className="text-hint text-pretty text-muted">{text}</p>
      </div>
    </div>
  );
}

const Waiting = ({ count }: { count: number }) => (
  <div aria-busy className="grid gap-2 p-4 sm:grid-cols-2 lg:grid-cols-1">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
      <Skeleton key={index} className="h-13 rounded-lg" />
    ))}
  </div>
);

const Form = z.object({ ...PasswordForm.shape, confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    message: 'Passwords do not match',
    path: ['confirmPassword'],
    when: () => true,
  }),
);
type Values = z.output<typeof Form>;
const EMPTY: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Button that opens the dialog for the caller's own password. */
function ChangePassword() {
  const dialog = useDialogState<null>();
  return (
    <Panel>
      <PanelHead title="Password" />
      <div className="flex items-center justify-between gap-4 p-4 phone:flex-col phone:items-stretch">
        <p className="text-label text-muted">Changing it signs out your other sessions.</p>
        <Button onClick={() => dialog.show(null)}>Change Password</Button>
      </div>
      {dialog.shown && <ChangePasswordDialog key={dialog.shown.turn} {...dialog.props} />}
    </Panel>
  );
}

/** The current password, and the new one twice. Ends every other session. */
function ChangePasswordDialog({ open, onClose, onClosed }: DialogState<null>['props']) {
  const me = useMe();
  const change = useAction('changePassword');
  const save = useSaveForm({
    source: EMPTY,
    valuesOf: (empty) => empty,
    schema: Form,
    order: ['currentPassword', 'newPassword', 'confirmPassword'],
    send: ({ currentPassword, newPassword }) => change.run({ body: { currentPassword, newPassword } }),
    onSaved: onClose,
    open,
  });
  const { register, formState } = save.form;

  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Change Password"
      description="Your other sessions are signed out."
      submitLabel="Change Password"
      pendingLabel="Changing..."
    >
      {/* Gives the password manager the user name. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <div className="grid gap-4">
        <Field label="Current Password" required error={formState.errors.currentPassword?.message}>
          <PasswordInput {...register('currentPassword')} data-autofocus="" />
        </Field>
        <NewPasswordFields form={save.form} name="newPassword" label="New Password" />
      </div>
    </FormDialog>
  );
}
