import pg from 'pg';
import { RESET_MINUTES } from '../../shared/limits.ts';
import { reachDatabase } from '../database/open.ts';
import { readConfig } from '../environment.ts';
import { hashOfToken, linkOf, newToken } from '../identity/token.ts';
import { GOOD_FOR_MINUTES } from '../mail/letter.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: keyhold password-link EMAIL [--reset-second-factor]';
const RESET = '--reset-second-factor';

/**
 * `keyhold password-link EMAIL`: lets the operator help a locked-out user, for example the only super_admin without mail (decision 0014).
 * Prints a link that sets a new password once, within RESET_MINUTES; the user's earlier links end. `--reset-second-factor` also removes
 * their second factors, sessions and password, mails them and adds a log entry. Exits with 1 when no active account has that email.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const [email, ...more] = words.filter((word) => word !== RESET);
  const reset = words.includes(RESET);
  if (!email || email.startsWith('-') || more.length > 0) throw new Error(USAGE);
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    await client.query('begin; set local role keyhold_system');
    const user = await find(client, email);
    if (reset) await resetSecondFactor(client, user);
    const token = await makeLink(client, user);
    await client.query('commit');
    console.log(linkOf(readConfig(process.env), token));
    console.error(`It works once and expires in ${RESET_MINUTES} minutes. Give it only to ${email}.`);
  } finally {
    await client.end();
    await close();
  }
}

type Found = { id: number; email: string; name: string; company: number | null };

async function find(client: pg.ClientBase, email: string): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select id, email, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name, company_id as company
     from users where lower(email) = lower($1) and is_active for no key update`,
    [email],
  );
  const [user] = rows;
  if (!user) throw new Error(`There is no active account with the email ${email}.`);
  return user;
}

/** Removes all of a user's means to sign in. The log entry is written for their account, with the operator as actor. */
async function resetSecondFactor(client: pg.ClientBase, { id, email, name, company }: Found): Promise<void> {
  await client.query('select remove_sign_in($1)', [id]);
  await client.query(
    `insert into letters (kind, email, user_id, lane, good_until)
     values ('factor_reset', $1, $2, $3, clock_timestamp() + make_interval(mins => $4))`,
    [email, id, company ?? 0, GOOD_FOR_MINUTES.factor_reset],
  );
  if (company === null) return;
  await client.query("select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)", [
    String(company),
    String(id),
  ]);
  await client.query(
    `insert into audit_log (action, description, details, user_first_name, user_email)
     values ('factor_reset', $1, $2, 'Operator', $3)`,
    [`Second factor of ${name} reset by the operator`, { userId: id, email, byOperator: true }, email],
  );
}

async function makeLink(client: pg.ClientBase, user: Found): Promise<string> {
  await client.query(
    'update one_time_tokens set used_at = clock_timestamp() where user_id = $1 and used_at is null',
    [user.id],
  );
  const token = newToken();
  await client.query(
    `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
     values ($1, $2, 'reset', clock_timestamp() + make_interval(mins => $3))`,
    [hashOfToken(token), user.id, RESET_MINUTES],
  );
  return token;
}

runCommand(main);
