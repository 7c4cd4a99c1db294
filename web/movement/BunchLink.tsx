import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { Movement } from '../../shared/movement.ts';
import { accountOf, actorName } from '../../shared/user-name.ts';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';

/** The identifier a bunch had then, which leads to its history; struck through where the bunch was deleted. */
export function BunchLink({ movement, className }: { movement: Movement; className?: string }) {
  const may = useMay();
  const { keyBunchId, keyBunchIdentifier, action } = movement;
  const look = cx('font-medium break-words', action === 'deleted' && 'text-muted line-through', className);
  if (keyBunchId === null || !may(api.getKeyBunchHistory.needs))
    return <span className={look}>{keyBunchIdentifier}</span>;
  return (
    <Link
      to="/key-history/$id"
      params={{ id: String(keyBunchId) }}
      className={cx(
        look,
        'rounded-sm underline-offset-2 hover:underline touch:-my-[13px] touch:inline-block touch:py-[13px]',
      )}
    >
      {keyBunchIdentifier}
    </Link>
  );
}

type Actor = NonNullable<Movement['user']>;

/** Who did it: the name of then, with today's before it where they differ, or "Unknown". */
export const nameOf = ({ user }: Pick<Movement, 'user'>): string => (user ? actorName(user) : 'Unknown');

/** The names of these entries that do not tell who it was: more than one account had the name, or its account had another one too. */
export function unclearNames(entries: readonly Pick<Movement, 'user'>[]): ReadonlySet<string> {
  const people = entries.flatMap(({ user }) => (user ? [{ name: actorName(user), email: user.email }] : []));
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

type PersonProps = {
  user: Actor;
  /** The name alone does not tell who it was: the account stands under it. */
  unclear: boolean;
  /** In the line before the name, and after it. */
  lead?: string;
  rest?: ReactNode;
};

/**
 * Who did it. The owner of an account may change its name at any time, also to somebody else's; so a press of the name tells the
 * account's email, in full, under its line.
 */
export function Person({ user, unclear, lead, rest }: PersonProps) {
  const [open, setOpen] = useState(false);
  const name = actorName(user);
  const plain = unclear || user.now !== undefined;
  const told = plain || open;
  return (
    <>
      <span className="block wrap-anywhere">
        {lead}
        {plain ? (
          name
        ) : (
          <button
            type="button"
            title={user.email}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="relative -my-0.5 inline py-0.5 text-left underline decoration-control/70 decoration-dotted underline-offset-3 before:absolute before:-inset-x-1 before:-inset-y-2 touch:before:-inset-y-[11px] hover:text-fg xl:no-underline xl:hover:underline"
          >
            {name}
          </button>
        )}
        {rest}
      </span>
      {told && <span className="block text-hint wrap-anywhere text-muted">{accountOf(user)}</span>}
    </>
  );
}
