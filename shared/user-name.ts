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

/** The first word of a name; the whole name when that is only a letter, as of "S. Rahman". */
export function firstNameOf(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? name;
  return /^.\.?$/u.test(first) ? name.trim() : first;
}

/**
 * The actor's name in an entry; both names when the account has another today: "Ann Lee, then Tom Reed" is Ann Lee, who was Tom Reed then.
 */
export function actorName(
  actor: Parameters<typeof fullName>[0] & { now?: { name: string } | undefined },
): string {
  const then = fullName(actor);
  return actor.now && actor.now.name !== then ? `${actor.now.name}, then ${then}` : then;
}

/** The email an entry names, with the former one when the account has another today. */
export const accountOf = ({ email, now }: { email: string; now?: { email: string } | undefined }): string =>
  now && now.email !== email ? `${now.email}, then ${email}` : email;

/** The role shown under the name in the header: "Super Admin" for a super_admin. */
export const HEADER_ROLE_LABELS: Record<Role, string> = {
  super_admin: 'Super Admin',
  admin: 'Administrator',
  officer: 'Staff Member',
  viewer: 'Viewer',
};
