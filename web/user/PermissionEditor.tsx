import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayGrant } from '../../shared/grant.ts';
import { PERMISSIONS, type Permission, ROLE_LABELS, type Role } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { baseOf, grouped } from './user-facts.ts';

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
            ? 'This user has their own list of permissions instead of the role’s.'
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
