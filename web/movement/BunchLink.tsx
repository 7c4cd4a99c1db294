import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../shared/api.ts';
import { kioskActorOf } from '../../shared/kiosk-words.ts';
import type { Movement } from '../../shared/movement.ts';
import { accountOf, actorName } from '../../shared/user-name.ts';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';

/** The bunch's identifier at that time, linked to its history; struck through on a deletion. */
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

type Entry = Pick<Movement, 'user'> & { details?: object };

/** Who did it: the user, or at a kiosk its name and no account. */
export function actorOf({ user, details = {} }: Entry): { name: string | null; user: Actor | null } {
  const atKiosk = kioskActorOf(details);
  return atKiosk ? { name: atKiosk, user: null } : { name: user && actorName(user), user };
}

/** The user's name at that time, after today's if they differ, or "Unknown"; at a kiosk "Callum Reid at the kiosk". */
export const nameOf = (entry: Entry): string => actorOf(entry).name ?? 'Unknown';

/** Ambiguous names in these entries: used by several accounts, or one of several names of an account. */
export function unclearNames(entries: readonly Entry[]): ReadonlySet<string> {
  const people = entries.flatMap((entry) => {
    const { name, user } = actorOf(entry);
    return user && name ? [{ name, email: user.email }] : [];
  });
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
  /** The name is ambiguous: show the account's email under it. */
  unclear: boolean;
  /** In the same line, before and after the name. */
  lead?: string;
  rest?: ReactNode;
};

/**
 * The user of an entry. Account owners can change their name, even to another user's, so pressing the name shows the account's email under
 * the line.
 */
export function Person({ user, unclear, lead, rest }: PersonProps) {
  const [open, setOpen] = useState(false);
  const name = actorName(user);
  const plain = unclear || user.now !== undefined;
  const showsAccount = plain || open;
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
      {showsAccount && <span className="block text-hint wrap-anywhere text-muted">{accountOf(user)}</span>}
    </>
  );
}
