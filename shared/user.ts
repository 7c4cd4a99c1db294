import * as z from 'zod/mini';
import { PASSWORD_MAX } from './limits.ts';
import { PERMISSIONS, ROLES } from './permissions.ts';
import { emailField, idField, instant, requiredLine } from './text.ts';

/** A person. `permissions` is the effective list (C-02); an empty `allowedLocationIds` means all locations. */
export const User = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  companyId: z.nullable(z.int()),
  role: z.enum(ROLES),
  permissions: z.array(z.enum(PERMISSIONS)),
  allowedLocationIds: z.array(z.int()),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type User = z.infer<typeof User>;

/**
 * Who is signed in. `factorDue`: they must set up a second factor before anything else, and may make no other call. `offlineDays` is the
 * company's. `isApprover`: they may be asked as a second person.
 */
export const Me = z.extend(User, {
  factorDue: z.optional(z.boolean()),
  offlineDays: z.optional(z.int()),
  isApprover: z.optional(z.boolean()),
});
export type Me = z.infer<typeof Me>;

/**
 * A person as listed to those who manage people. `invitedUntil` is set while they have not chosen a password yet: until when their
 * newest link is good. `holding` are the key bunches recorded in their name, as far as the caller may see keys. `approver`: they may approve
 * what needs a second person; super_admins always may.
 */
export const ListUser = z.extend(User, {
  customPermissions: z.array(z.enum(PERMISSIONS)),
  invitedUntil: z.nullable(instant),
  /** Whether they have a second factor. */
  secondFactor: z.boolean(),
  approver: z.boolean(),
  holding: z.array(z.object({ id: z.int(), identifier: z.string() })),
});
export type ListUser = z.infer<typeof ListUser>;

/** The one-time link is returned once, only without mail; `mailed` when it was sent. */
export const InvitedUser = z.extend(ListUser, { inviteUrl: z.optional(z.string()), mailed: z.boolean() });
export type InvitedUser = z.infer<typeof InvitedUser>;

/** The reply of an edit. As for an invitation when another person's email changed: they choose a password by a new link. */
export const EditedUser = z.extend(InvitedUser, { mailed: z.optional(z.boolean()) });
export type EditedUser = z.infer<typeof EditedUser>;

/** POST /api/auth/login. `remember` keeps the session for 30 days. */
export const LoginForm = z.object({
  email: emailField(),
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.maxLength(PASSWORD_MAX, `Must be at most ${PASSWORD_MAX} characters`),
    ),
  remember: z.optional(z.boolean('Unknown value')),
});

const person = {
  firstName: requiredLine('First name is required'),
  lastName: requiredLine('Last name is required'),
  email: emailField(),
};
const rights = {
  role: z.optional(z.enum(ROLES, 'Unknown role')),
  customPermissions: z.optional(
    z
      .array(z.enum(PERMISSIONS, 'Unknown permission'), 'Unknown permission')
      .check(z.maxLength(100, 'Unknown permission')),
  ),
  /** An empty list means all locations. */
  allowedLocationIds: z.optional(
    z.array(idField('Unknown location'), 'Unknown location').check(z.maxLength(5000, 'Unknown location')),
  ),
  isActive: z.optional(z.boolean('Unknown value')),
  approver: z.optional(z.boolean('Unknown value')),
};

/** POST /api/users. Role: officer when not sent; the account is active when not said otherwise. */
export const UserForm = z.object({ ...person, ...rights });

/**
 * PATCH /api/users/{id}: only the fields sent are changed. On oneself a changed email needs `currentPassword`, and fields of rights may be
 * sent only unchanged; anything else there is 403. `permissions` and `companyId` cannot be changed (S-19).
 */
export const UserPatch = z.object({
  ...z.partial(z.object(person)).shape,
  ...rights,
  currentPassword: z.optional(z.string('Current password is required').check(z.maxLength(PASSWORD_MAX))),
  permissions: z.optional(z.unknown()),
  companyId: z.optional(z.unknown()),
});

/** The form behind Save Changes on the profile. */
export const ProfileForm = z.object({
  firstName: requiredLine('First name is required'),
  lastName: requiredLine('Last name is required'),
  email: emailField(),
  currentPassword: z.optional(z.string()),
});

/** GET /api/auth/demo: what the sign-in card shows in demo mode. */
export const DemoHint = z.object({
  password: z.string(),
  accounts: z.array(z.object({ role: z.string(), email: z.string() })),
});
