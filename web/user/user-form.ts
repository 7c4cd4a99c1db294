import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { BodyOf } from '../../shared/api.ts';
import { coversRole, mayAssign, rolesForNew } from '../../shared/grant.ts';
import { PERMISSIONS, ROLES, type Role } from '../../shared/permissions.ts';
import { type ListUser, type User, UserForm } from '../../shared/user.ts';

/** The dialog's form: an empty list of locations means all, so the switch stands beside it (DECISIONS S-16). */
const Form = z
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
export type Values = z.output<typeof Form>;

export const valuesOf = (person: ListUser | null, role: Role): Values => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  role: person?.role ?? role,
  customPermissions: person?.customPermissions ?? [],
  allowedLocationIds: person?.allowedLocationIds ?? [],
  isActive: person?.isActive ?? true,
  everywhere: person ? person.allowedLocationIds.length === 0 : false,
});

export const useUserForm = (values: Values) =>
  useForm<z.input<typeof Form>, unknown, Values>({ resolver: zodResolver(Form), defaultValues: values });

/** What is sent: everything of a new person, of another only what changed, so that nobody else's change is undone. */
export function bodyOf({ everywhere, ...values }: Values, before: ListUser | null): BodyOf<'createUser'> {
  const all = {
    ...values,
    allowedLocationIds:
      everywhere || (!before && values.role === 'super_admin') ? [] : values.allowedLocationIds,
  };
  if (!before) return all;
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    Object.entries(all).filter(([field, value]) => !same(value, before[field as keyof ListUser])),
  ) as BodyOf<'createUser'>;
}

/** The roles on offer: those the caller may give, and the one this person has. */
export const rolesFor = (me: User, person: ListUser | null): Role[] =>
  person
    ? ROLES.filter((role) => role === person.role || (mayAssign(me) && coversRole(me, role)))
    : rolesForNew(me);
