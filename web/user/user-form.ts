import * as z from 'zod/mini';
import type { BodyOf } from '../../shared/api.ts';
import { coversRole, mayAssign, rolesForNew } from '../../shared/grant.ts';
import { PERMISSIONS, ROLES, type Role } from '../../shared/permissions.ts';
import { type ListUser, type User, UserForm } from '../../shared/user.ts';

/** Fields in page order. An empty list of locations means all, hence the separate switch `everywhere`. */
export const USER_FIELDS = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email', kind: 'email' },
  role: { label: 'Role', kind: 'choice' },
  isActive: { label: 'Active', kind: 'switch' },
  everywhere: { label: 'All locations', kind: 'own' },
  allowedLocationIds: { label: 'Location access', kind: 'own' },
  customPermissions: { label: 'Permissions', kind: 'own' },
} as const;

/** The dialog's form. */
export const UserDialogForm = z
  .object({
    ...UserForm.shape,
    role: z.enum(ROLES),
    customPermissions: z.array(z.enum(PERMISSIONS)),
    allowedLocationIds: z.array(z.int()),
    isActive: z.boolean(),
    everywhere: z.boolean(),
  })
  .check(
    z.refine(
      ({ role, everywhere, allowedLocationIds }) =>
        role === 'super_admin' || everywhere || allowedLocationIds.length > 0,
      // Reported together with the other errors.
      { message: 'Choose at least one location', path: ['allowedLocationIds'], when: () => true },
    ),
  );
export type Values = z.output<typeof UserDialogForm>;

/** A new user before anything is typed. */
export const blankUser = (role: Role) => ({
  role,
  customPermissions: [],
  allowedLocationIds: [],
  isActive: true,
  everywhere: false,
});

/** Body of the call that creates a user. */
export const bodyOf = ({ everywhere, ...values }: Values): BodyOf<'createUser'> => ({
  ...values,
  allowedLocationIds: everywhere || values.role === 'super_admin' ? [] : values.allowedLocationIds,
});

/** Body of the call that changes a user: includes the locations when the list or its switch changed. */
export function patchOf(changed: Partial<Values>, values: Values): BodyOf<'updateUser'> {
  const { everywhere, allowedLocationIds, ...rest } = changed;
  if (everywhere === undefined && allowedLocationIds === undefined) return rest;
  return { ...rest, allowedLocationIds: values.everywhere ? [] : values.allowedLocationIds };
}

/** Roles offered: those the caller may assign, and the user's current one. */
export const rolesFor = (me: User, person: ListUser | null): Role[] =>
  person
    ? ROLES.filter((role) => role === person.role || (mayAssign(me) && coversRole(me, role)))
    : rolesForNew(me);
