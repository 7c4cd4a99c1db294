import type { Movement } from '../../shared/movement.ts';
import { fullName } from '../../shared/user.ts';
import { cx } from '../ui/cx.ts';

/** The name of who did it, or "Unknown". */
export const nameOf = ({ user }: Pick<Movement, 'user'>): string => (user ? fullName(user) : 'Unknown');

/** The names that more than one account of these movements had; only the email tells these apart. */
export function sharedNames(movements: readonly Pick<Movement, 'user'>[]): ReadonlySet<string> {
  const emails = new Map<string, string>();
  const shared = new Set<string>();
  for (const { user } of movements) {
    if (!user) continue;
    const name = fullName(user);
    const known = emails.get(name);
    if (known !== undefined && known !== user.email) shared.add(name);
    emails.set(name, user.email);
  }
  return shared;
}

/** The account under a name, which its owner may change at any time: always where there is room, else where the name is `shared`. */
export function Account({ user, shared }: Pick<Movement, 'user'> & { shared: boolean }) {
  if (!user) return null;
  return (
    <span
      title={user.email}
      className={cx('block truncate text-hint text-muted', !shared && 'max-xl:hidden')}
    >
      {user.email}
    </span>
  );
}
