import type { Role } from './permissions.ts';

/** First and last name, else the part of the email before the @, else "User". */
export function fullName(user: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return name || user.email?.split('@')[0] || 'User';
}

/** The label under the name in the header: a super_admin reads "Super Admin" there. */
export const HEADER_ROLE_LABELS: Record<Role, string> = {
  super_admin: 'Super Admin',
  admin: 'Administrator',
  officer: 'Staff Member',
  viewer: 'Viewer',
};
