import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { mayGrant, seesEverywhere } from '../../shared/grant.ts';
import { PERMISSIONS, type Permission, ROLE_LABELS, type Role } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { baseOf, grouped } from './UserTable.tsx';

type Props = {
  person: ListUser | null;
  role: Role;
  /** Permissions added to the role. */
  value: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
  locked: boolean;
};

/**
 * Permissions beyond the role: grey ticks come with the role, blue ones are added. Lists no others than the caller may grant. A super_admin
 * has all.
 */
export function PermissionEditor({ person, role, value, onChange, locked }: Props) {
  const me = useMe();
  if (role === 'super_admin')
    return (
      <div className="rounded-lg border border-dashed p-5 text-body text-pretty text-muted">
        <p className="font-medium text-fg">Every permission</p>
        <p className="mt-1">
          A Super Administrator can do everything in this company, including managing users and settings and
          deleting keys and locations. There is nothing to add.
        </p>
      </div>
    );
  const { base, own } = baseOf(person, role);
  const offered = (one: Permission) => !locked && mayGrant(me, one);
  const shown = PERMISSIONS.filter((one) => base.includes(one) || value.includes(one) || offered(one));
  const tick = (permission: Permission, on: boolean) =>
    onChange(PERMISSIONS.filter((one) => (one === permission ? on : value.includes(one))));
  return (
    <FieldGroup
      label="Permissions"
      aside={
        <>
          <Legend text={own ? 'Own list' : 'From role'} className="bg-muted/35" />
          <Legend text="Added" className="bg-primary" />
        </>
      }
      hint={
        <>
          {own
            ? "This user has their own list of permissions instead of the role's."
            : `Grey ticks come with the role ${ROLE_LABELS[role]}.`}
          {!locked && !offered('key:view') && shown.length === base.length && " You can't add any."}
        </>
      }
    >
      <PermissionBoxes permissions={shown}>
        {({ permission, label }) => {
          const given = base.includes(permission);
          const added = !given && value.includes(permission);
          return (
            <Checkbox
              key={permission}
              label={<span className={cx(added && 'font-medium')}>{label}</span>}
              checked={given || added}
              locked={given || !offered(permission)}
              onCheckedChange={(on) => tick(permission, on)}
            />
          );
        }}
      </PermissionBoxes>
    </FieldGroup>
  );
}

type BoxesProps = {
  permissions: readonly Permission[];
  children: (row: { permission: Permission; label: string }) => ReactNode;
};

/** Permissions by group, in two columns. */
export const PermissionBoxes = ({ permissions, children }: BoxesProps) => (
  <div className="grid grid-cols-2 divide-x rounded-lg border phone:grid-cols-1 phone:divide-x-0 phone:divide-y">
    {grouped(permissions).map((column, index) => (
      <div key={index === 0 ? 'left' : 'right'} className="divide-y">
        {column.map(({ title, rows }) => (
          <div key={title} className="px-3.5 py-3">
            <p className="pb-2 text-hint font-semibold">{title}</p>
            <div className="grid gap-2.5 touch:gap-0">{rows.map(children)}</div>
          </div>
        ))}
      </div>
    ))}
  </div>
);

const Legend = ({ text, className }: { text: string; className: string }) => (
  <span className="flex items-center gap-1.5 text-hint text-muted">
    <span aria-hidden className={cx('grid size-4 place-items-center rounded-check', className)}>
      <Check strokeWidth={3} className="size-3 stroke-3! text-primary-fg" />
    </span>
    {text}
  </span>
);

type Values = { everywhere: boolean; allowedLocationIds: number[] };
type PlacesProps<V extends FieldValues> = {
  /** Of a form with `everywhere` and `allowedLocationIds`. */
  control: Control<V & Values>;
  person: ListUser | null;
  role: Role;
  /** The caller's own: shown, but read-only. */
  locked?: boolean;
};

/**
 * A user's locations: all, or the ticked ones. An empty list means all, so all has a switch and the list needs one tick. Only a caller with
 * all locations can turn the switch on.
 */
export function LocationChoice<V extends FieldValues>({
  control,
  person,
  role,
  locked = false,
}: PlacesProps<V>) {
  const me = useMe();
  const everywhere = useController({ control, name: 'everywhere' as Path<V & Values> }).field;
  const chosen = useController({ control, name: 'allowedLocationIds' as Path<V & Values> });
  const error = chosen.fieldState.error?.message;
  const superAdmin = role === 'super_admin';
  const mayAll = seesEverywhere(me);
  const on = everywhere.value || superAdmin;
  return (
    <FieldGroup label="Location access" error={error}>
      <div className={cx('overflow-clip rounded-lg border', error && 'border-bad')}>
        <div className="bg-soft/60 px-3.5 py-2.5">
          <Switch
            label="All locations"
            hint={
              superAdmin
                ? 'A Super Administrator sees every location.'
                : mayAll
                  ? 'Includes locations added later.'
                  : 'Only someone with access to all locations can grant this.'
            }
            checked={on}
            disabled={locked || superAdmin || !mayAll}
            onCheckedChange={everywhere.onChange}
          />
        </div>
        {!on && (
          <Locations
            person={person}
            value={chosen.field.value}
            onChange={chosen.field.onChange}
            locked={locked}
            keepsHidden={locked || !mayAll}
            invalid={Boolean(error)}
          />
        )}
      </div>
    </FieldGroup>
  );
}

type LocationsProps = {
  person: ListUser | null;
  value: number[];
  onChange: (ids: number[]) => void;
  locked: boolean;
  keepsHidden: boolean;
  invalid: boolean;
};

function Locations({ person, value, onChange, locked, keepsHidden, invalid }: LocationsProps) {
  const { data, error, refetch } = useRead('listLocations', {}, { fresh: true });
  if (error)
    return (
      <div className="border-t p-3.5">
        <ReadFailed error={error} onRetry={refetch} />
      </div>
    );
  if (!data)
    return (
      <div aria-busy className="grid grid-cols-2 gap-3 border-t p-3.5">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-5 w-32" />
        ))}
      </div>
    );
  const tick = (ids: number[], ticked: boolean) =>
    onChange(ticked ? [...value, ...ids] : value.filter((id) => !ids.includes(id)));
  // Deleted, or not visible to the caller: kept unless a caller with all locations removes them together.
  const hidden = (person?.allowedLocationIds ?? []).filter((id) => !data.some((one) => one.id === id));
  return (
    <div className="grid max-h-64 grid-cols-2 gap-x-3 gap-y-2 overflow-y-auto border-t p-3.5 touch:gap-y-0 max-[360px]:grid-cols-1">
      {data.map(({ id, name }, index) => (
        <Checkbox
          key={id}
          label={<span className="break-words">{name}</span>}
          checked={value.includes(id)}
          disabled={locked}
          aria-invalid={invalid && index === 0 ? true : undefined}
          onCheckedChange={(ticked) => tick([id], ticked)}
        />
      ))}
      {hidden.length > 0 && (
        <Checkbox
          className="col-span-full"
          label={`${count(hidden.length, 'more location')}, deleted or outside your access`}
          checked={hidden.some((id) => value.includes(id))}
          disabled={keepsHidden}
          onCheckedChange={(ticked) => tick(hidden, ticked)}
        />
      )}
      {data.length === 0 && hidden.length === 0 && (
        <p className="col-span-full text-hint text-muted">There are no locations yet.</p>
      )}
    </div>
  );
}
