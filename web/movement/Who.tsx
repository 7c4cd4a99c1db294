import type { Movement } from '../../shared/movement.ts';
import { fullName } from '../../shared/user.ts';
import { cx } from '../ui/cx.ts';

/** The name of who did it, or "Unknown". */
export const nameOf = ({ user }: Pick<Movement, 'user'>): string => (user ? fullName(user) : 'Unknown');

/** The names of these entries that do not tell who it was: more than one account had the name, or its account had another one too. */
export function unclearNames(entries: readonly Pick<Movement, 'user'>[]): ReadonlySet<string> {
  const people = entries.flatMap(({ user }) => (user ? [{ name: fullName(user), email: user.email }] : []));
  const emails = distinct(people, 'name', 'email');
  const names = distinct(people, 'email', 'name');
  const unclear = ({ name, email }: Person) =>
    Number(emails.get(name)?.size) > 1 || Number(names.get(email)?.size) > 1;
  return new Set(people.filter(unclear).map(({ name }) => name));
}

type Person = { name: string; email: string };

function distinct(people: readonly Person[], by: keyof Person, of: keyof Person): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const person of people) found.set(person[by], (found.get(person[by]) ?? new Set()).add(person[of]));
  return found;
}

/** The account under a name, which its owner may change at any time: in full where the name is `unclear`, else where there is room. */
export function Account({ user, unclear }: Pick<Movement, 'user'> & { unclear: boolean }) {
  if (!user) return null;
  return (
    <span
      title={user.email}
      className={cx('block text-hint text-muted', unclear ? 'wrap-anywhere' : 'truncate max-xl:hidden')}
    >
      {user.email}
    </span>
  );
}
