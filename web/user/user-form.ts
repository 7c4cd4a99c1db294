import * as z from 'zod/mini';
import type { BodyOf } from '../../shared/api.ts';
import { coversRole, mayAssign, rolesForNew } from '../../shared/grant.ts';
import { PERMISSIONS, ROLES, type Role } from '../../shared/permissions.ts';
import { type ListUser, type User, UserForm } from '../../shared/user.ts';

/** The dialog's form. An empty list of locations means all, hence the separate switch `everywhere`. */
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

/** Fields in page order. */
export const USER_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'role',
  'isActive',
  'everywhere',
  'allowedLocationIds',
  'customPermissions',
] as const;

export const valuesOf = (person: ListUser): Values => ({
  firstName: person.firstName ?? '',
  lastName: person.lastName ?? '',
  email: person.email,
  role: person.role,
  customPermissions: person.customPermissions,
  allowedLocationIds: person.allowedLocationIds,
  isActive: person.isActive,
  everywhere: person.allowedLocationIds.length === 0,
});

export const blank = (role: Role): Values => ({
  firstName: '',
  lastName: '',
  email: '',
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
