import * as z from 'zod/mini';
import { PASSWORD_MAX } from './limits.ts';
import { PERMISSIONS, ROLES } from './permissions.ts';
import { emailField, instant, requiredLine } from './text.ts';

/** A person (DECISIONS table c). `permissions` is the effective list (C-02); an empty `allowedLocationIds` means all locations. */
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

/** A person as listed to those who manage people: with the permissions added to their role. */
export const ListUser = z.extend(User, { customPermissions: z.array(z.enum(PERMISSIONS)) });
export type ListUser = z.infer<typeof ListUser>;

/** POST /api/auth/login (SPEC 5: Login form). `remember` keeps the session for 30 days (DECISIONS S-04). */
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

/**
 * PATCH /api/users/{id} on oneself (SPEC 5: Profile form, DECISIONS S-18): a changed email needs `currentPassword`. Fields of rights
 * may be sent only as they are stored; anything else there is 403.
 */
export const ProfilePatch = z.object({
  firstName: z.optional(requiredLine('First name is required')),
  lastName: z.optional(requiredLine('Last name is required')),
  email: z.optional(emailField()),
  currentPassword: z.optional(z.string('Current password is required').check(z.maxLength(PASSWORD_MAX))),
  role: z.optional(z.unknown()),
  permissions: z.optional(z.unknown()),
  customPermissions: z.optional(z.unknown()),
  allowedLocationIds: z.optional(z.unknown()),
  isActive: z.optional(z.unknown()),
  companyId: z.optional(z.unknown()),
});

/** The form behind Save Changes on the profile. */
export const ProfileForm = z.object({
  firstName: requiredLine('First name is required'),
  lastName: requiredLine('Last name is required'),
  email: emailField(),
  currentPassword: z.optional(z.string()),
});

/** First and last name, else the part of the email before the @, else "User" (SPEC 2.6). */
export function fullName(user: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return name || user.email?.split('@')[0] || 'User';
}

/** The label under the name in the header (DECISIONS D-01): a super_admin reads "Super Admin" there. */
export const HEADER_ROLE_LABELS: Record<(typeof ROLES)[number], string> = {
  super_admin: 'Super Admin',
  admin: 'Administrator',
  officer: 'Staff Member',
  viewer: 'Viewer',
};

/** GET /api/auth/demo: what the sign-in card shows in demo mode (DECISIONS D-05). */
export const DemoHint = z.object({
  password: z.string(),
  accounts: z.array(z.object({ role: z.string(), email: z.string() })),
});
