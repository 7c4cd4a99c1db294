import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../shared/actor.ts';
import { users } from '../../database/schema/people.ts';

/** What an account is called today; null when that is what the entry says. */
export type CalledNow = NonNullable<Actor['now']> | null;

/** Who acted, with the name they had then, and what their account is called today when that differs. */
export const actorOf = (
  firstName: string | null,
  lastName: string | null,
  email: string,
  now: CalledNow = null,
): Actor => ({
  username: email.split('@')[0] ?? email,
  firstName,
  lastName,
  email,
  ...(now && { now }),
});

/** The accounts of those who completed something, beside those who began it. */
export const completers = alias(users, 'completers');

/** The same of an account that may be none. */
export const actorOrNull = (
  account: { firstName: string | null; lastName: string | null; email: string } | null,
): Actor | null => account && actorOf(account.firstName, account.lastName, account.email);

/** The columns of an entry's actor. */
type Columns = { table: string; person: string; token: string; names: string };
const ENTRIES = {
  movement: {
    table: 'movement_history',
    person: 'performed_by',
    token: 'performed_by_token',
    names: 'performed_by',
  },
  log: { table: 'audit_log', person: 'user_id', token: 'token_id', names: 'user' },
} satisfies Record<string, Columns>;

/**
 * Of an entry of the history or the log what the account of its actor is called today, as a field of a select of that table; null when
 * nothing of it differs, and of what an API token did, whose name is its own.
 */
export function calledNowSql(of: keyof typeof ENTRIES): string {
  const { table, person, token, names } = ENTRIES[of];
  const own = ['first_name', 'last_name', 'email'].map((name) => `${table}.${names}_${name}`).join(', ');
  return `(select jsonb_build_object('name', coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''),
      split_part(u.email, '@', 1)), 'email', u.email)
    from users u where u.company_id = ${table}.company_id and u.id = ${table}.${person} and ${table}.${token} is null
      and (u.first_name, u.last_name, u.email) is distinct from (${own}))`;
}

export const calledNow = (of: keyof typeof ENTRIES) => sql.raw(calledNowSql(of)) as SQL<CalledNow>;
