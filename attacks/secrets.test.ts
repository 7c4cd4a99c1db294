import { beforeAll, expect, test } from 'vitest';
import { figure } from '../server/testing/figures.ts';
import { CALLS, inputOf, send } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { type Person, useWorld } from '../server/testing/world.ts';

// What the database stores as proof of identity is in no answer and in no line of the log.
const world = useWorld({ LOG_LEVEL: 'info', LOGIN_FAILURES: '100000' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

/** Calls that would end the session that the next one needs. */
const LEAVING = ['logIn', 'logOut', 'changePassword', 'resetPassword', 'updateUser'];
/** The names of columns with a secret or a hash. */
const NAMED = /hash|password|secret|^sid$/;
/** Columns that store a proof of identity. */
const SECRET = [
  'api_tokens.token_hash',
  'authenticator_apps.secret',
  'devices.secret',
  'factor_challenges.secret',
  'factor_challenges.sid',
  'half_sign_ins.token_hash',
  'kiosk_numbers.number_hash',
  'kiosks.code_hash',
  'kiosks.secret_hash',
  'one_time_tokens.token_hash',
  'recovery_codes.code_hash',
  'room_signers.proof_hash',
  'sessions.sid',
  'unsubscribe_tokens.token_hash',
  'users.password',
  'webhooks.old_secret',
  'webhooks.secret',
];
/** Hashes that anybody may see: of the history, and of a photo, whose address contains it. */
const PUBLIC = [
  'audit_log.hash',
  'audit_log.prev_hash',
  'chain_heads.log_hash',
  'chain_heads.movement_hash',
  'movement_history.hash',
  'movement_history.prev_hash',
  'photos.hash',
  // Of a device's address, which its own browser compares.
  'push_devices.hash',
  // Of what was signed at a handover.
  'room_handovers.incoming_hash',
  'room_handovers.outgoing_hash',
];

/** The stored secrets, in each form in which a reply could contain one. */
async function secrets(): Promise<Set<string>> {
  const columns = await world.sql<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'bytea')`,
  );
  const named = columns.filter(({ name }) => NAMED.test(name.split('.')[1] ?? ''));
  expect(named.map(({ name }) => name).sort()).toEqual([...SECRET, ...PUBLIC].sort());
  const found = new Set<string>();
  for (const { name, type } of named.filter((one) => SECRET.includes(one.name))) {
    const [table, column] = name.split('.');
    const forms = type === 'bytea' ? ['hex', 'base64'].map((as) => `encode(${column}, '${as}')`) : [column];
    const rows = await world.sql<{ values: string[] }>(
      `select array[${forms.join()}]::text[] as values from ${table} where ${column} is not null`,
    );
    expect(rows.length, `a value of ${name}`).toBeGreaterThan(0);
    for (const value of rows.flatMap(({ values }) => values)) {
      expect(value.length, name).toBeGreaterThan(16);
      found.add(value.replaceAll('\n', ''));
    }
  }
  return found;
}

test('G5 no reply of any call to anybody has a secret that is stored', async () => {
  const told: { name: string; text: string }[] = [];
  const callers: Person[] = [site.admin, await site.company.as('viewer')];
  for (const name of CALLS) {
    for (const me of LEAVING.includes(name) ? [await site.company.as('admin')] : callers) {
      const answer = await send(me, name, await inputOf(name, site, site.admin));
      told.push({ name, text: `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}` });
    }
  }
  // A letter with a secret has its own test; here it only has to exist.
  await world.sql(
    `insert into unsubscribe_tokens (token_hash, company_id, holder_id)
     select encode(sha256('stop'), 'hex'), company_id, id from holders where company_id = $1 limit 1`,
    [site.company.id],
  );
  // The sample of its call is refused, so that none would be there.
  await world.sql(
    `insert into room_signers (company_id, proof_hash, room_handover_id, user_id, caller_id, expires_at)
     values ($1, sha256('proof'), 1, $2, $2, now() + interval '1 hour')`,
    [site.company.id, site.admin.id],
  );
  const known = await secrets();
  const leaks = told.flatMap(({ name, text }) =>
    [...known].filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret.slice(0, 12)}`),
  );
  // A webhook's secret is stored as it is, because every event is signed with it; only the reply to its creation contains it.
  expect(leaks.filter((leak) => !/^(?:createWebhook|renewWebhookSecret): /.test(leak))).toEqual([]);
  for (const { name, text } of told)
    expect(text, name).not.toMatch(/\$argon2|"password":|tokenHash|token_hash/);
  const log = JSON.stringify(world.log);
  expect([...known].filter((secret) => log.includes(secret))).toEqual([]);
  figure(
    'G5',
    `${told.length} replies of ${CALLS.length} calls, and the log: none of ${known.size} stored secrets`,
  );
}, 60_000);
