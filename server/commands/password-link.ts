import pg from 'pg';
import { RESET_MINUTES } from '../../shared/limits.ts';
import { readConfig } from '../config.ts';
import { reachDatabase } from '../database/reach.ts';
import { hashOf, linkOf, newToken } from '../identity/one-time-link.ts';

const USAGE = 'Usage: npm run password-link -- EMAIL';

/**
 * `npm run password-link -- EMAIL`: the operator's way to help somebody whom nobody else can, for example when no mail is set up and
 * the only super_admin forgot the password (decision 0014). Prints a link that sets a new password, once, for RESET_MINUTES; earlier
 * links of that person end. Exits with 1 when no active account has that email.
 */
async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || email.startsWith('-') || more.length > 0) throw new Error(USAGE);
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    await client.query('begin; set local role keyhold_system');
    const token = await makeLink(client, email);
    await client.query('commit');
    console.log(linkOf(readConfig(process.env), token));
    console.error(`It works once and expires in ${RESET_MINUTES} minutes. Give it only to ${email}.`);
  } finally {
    await client.end();
    await close();
  }
}

async function makeLink(client: pg.ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    'select id from users where lower(email) = lower($1) and is_active',
    [email],
  );
  const [person] = rows;
  if (!person) throw new Error(`There is no active account with the email ${email}.`);
  await client.query(
    'update one_time_tokens set used_at = clock_timestamp() where user_id = $1 and used_at is null',
    [person.id],
  );
  const token = newToken();
  await client.query(
    `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
     values ($1, $2, 'reset', clock_timestamp() + make_interval(mins => $3))`,
    [hashOf(token), person.id, RESET_MINUTES],
  );
  return token;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
