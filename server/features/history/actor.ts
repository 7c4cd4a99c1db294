import type { Actor } from '../../../shared/actor.ts';
import { raw, type Sql } from '../../database/sql.ts';

/** An account's current name; null when the entry has it. */
export type CalledNow = NonNullable<Actor['now']> | null;

/** Who acted, with their name then, and the current name if different. */
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

/** Columns of an entry's actor. */
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

/** SQL for the current name of an entry's actor; null when unchanged, and for API tokens, which have names of their own. */
export function calledNow(of: keyof typeof ENTRIES): Sql {
  const { table, person, token, names } = ENTRIES[of];
  const own = ['first_name', 'last_name', 'email'].map((name) => `${table}.${names}_${name}`).join(', ');
  return raw(`(select jsonb_build_object('name', coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''),
      split_part(u.email, '@', 1)), 'email', u.email)
    from users u where u.company_id = ${table}.company_id and u.id = ${table}.${person} and ${table}.${token} is null
      and (u.first_name, u.last_name, u.email) is distinct from (${own}))`);
}
