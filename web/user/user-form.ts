import * as z from 'zod/mini';
import type { BodyOf } from '../../shared/api.ts';
import { coversRole, mayAssign, rolesForNew } from '../../shared/grant.ts';
import { PERMISSIONS, ROLES, type Role } from '../../shared/permissions.ts';
import { type ListUser, type User, UserForm } from '../../shared/user.ts';

/** The dialog's form: an empty list of locations means all, so the switch stands beside it. */
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
      // Told together with what else is wrong.
      { message: 'Choose at least one location', path: ['allowedLocationIds'], when: () => true },
    ),
  );
export type Values = z.output<typeof UserDialogForm>;

/** The fields as they stand on the screen. */
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

/** What is sent of a new person. */
export const bodyOf = ({ everywhere, ...values }: Values): BodyOf<'createUser'> => ({
  ...values,
  allowedLocationIds: everywhere || values.role === 'super_admin' ? [] : values.allowedLocationIds,
});

/** What is sent of a changed one: the locations when either the list or its switch was touched. */
export function patchOf(changed: Partial<Values>, values: Values): BodyOf<'updateUser'> {
  const { everywhere, allowedLocationIds, ...rest } = changed;
  if (everywhere === undefined && allowedLocationIds === undefined) return rest;
  return { ...rest, allowedLocationIds: values.everywhere ? [] : values.allowedLocationIds };
}

/** The roles on offer: those the caller may give, and the one this person has. */
export const rolesFor = (me: User, person: ListUser | null): Role[] =>
  person
    ? ROLES.filter((role) => role === person.role || (mayAssign(me) && coversRole(me, role)))
    : rolesForNew(me);
