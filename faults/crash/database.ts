import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { prepareRoles } from '../../server/database/roles.ts';
import { addressOf, asAdmin, asLogin, databaseOf } from '../../server/testing/database.ts';
import { run } from '../../server/testing/server-process.ts';
import { type Acknowledged, IMPORT_ROWS } from './officers.ts';

/** An empty database beside those of other tests, for servers in separate processes. */
export async function newDatabase() {
  const { admin, login } = inject('server');
  const name = `keyhold_${randomBytes(6).toString('hex')}`;
  const own: pg.ClientConfig = { ...admin, ...databaseOf(admin, name) };
  await asAdmin(admin, (client) => client.query(`create database ${name}`));
  await asAdmin(own, (client) => prepareRoles(client, { name: login.user, password: login.password }));
  return {
    admin: own,
    /** Where servers and commands find it. */
    environment: {
      DATABASE_URL: addressOf({ ...own, ...asLogin(own, login.user, login.password) }),
      DATABASE_OWNER_URL: addressOf(own),
    },
    /** Runs SQL as the superuser, to inspect or prepare what no call can. */
    sql: <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      asAdmin(own, async (client) => (await client.query<T>(text, values)).rows),
    drop: () => asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

/** Fails unless `keyhold verify` finds every chain and every invariant whole. Answers what it said. */
export async function expectWhole(environment: Record<string, string>): Promise<string> {
  const { code, said } = await run('verify', environment);
  expect(said).toMatch(/chain intact\n1 company, 0 broken\n\d+ entries in .+$/);
  expect(code).toBe(0);
  return said;
}

/** What the history says of what was acknowledged: everything is empty when nothing was lost, halved or done twice. */
export type Verdict = {
  acknowledged: number;
  lost: string[];
  half: string[];
  twice: string[];
};

type Counted = { mark: string; entries: number };

/** Compares what was acknowledged with what the database holds, through a superuser's connection. */
export async function compare(admin: pg.ClientConfig, log: Acknowledged): Promise<Verdict> {
  const client = new pg.Client(admin);
  await client.connect();
  const rows = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows;
  try {
    const verdict: Verdict = {
      acknowledged: log.movements.size + log.audits.size + log.imports.size,
      lost: [],
      half: [],
      twice: [],
    };
    const movements = await rows<Counted>(
      `select coalesce(notes, 'without a note') as mark, count(*)::int as entries from movement_history
       where action_type in ('issue', 'return', 'location_move') group by notes`,
    );
    judge(verdict, 'movement', log.movements, movements);
    const audits = await rows<Counted>(
      `select s.id::text as mark, (select count(*)::int from audit_log l where l.action in ('audit_found', 'audit_missing')
         and (l.details ->> 'auditSessionId')::int = s.id) as entries
       from audit_sessions s join locations l on l.id = s.location_id where l.name = 'Vault' and s.status = 'completed'`,
    );
    // The very first that misses nothing finds nothing either.
    const found = new Map([...log.audits].map(([id, entries]) => [String(id), entries]));
    judge(verdict, 'audit', found, audits);
    const imports = await rows<Counted>(
      `select i.id::text as mark, (i.created + i.changed)::int as entries from imports i`,
    );
    const brought = new Map(
      [...log.imports].map(([id, { created, changed }]) => [String(id), created + changed]),
    );
    judge(verdict, 'import', brought, imports);
    const logged = await rows<Counted>(
      `select details ->> 'import' as mark, count(*)::int as entries from audit_log
       where details ->> 'import' is not null and key_bunch_id is not null group by 1`,
    );
    const files = new Map([...log.imports.values()].map(({ file }) => [file, IMPORT_ROWS]));
    judge(verdict, 'file', files, logged);
    return verdict;
  } finally {
    await client.end();
  }
}

function judge(verdict: Verdict, what: string, expected: Map<string, number>, found: Counted[]): void {
  const there = new Map(found.map(({ mark, entries }) => [mark, entries]));
  for (const [mark, entries] of expected) {
    const have = there.get(mark) ?? 0;
    if (have === 0) verdict.lost.push(`${what} ${mark}`);
    else if (have < entries) verdict.half.push(`${what} ${mark}: ${have} of ${entries}`);
    else if (have > entries) verdict.twice.push(`${what} ${mark}: ${have} instead of ${entries}`);
  }
  for (const [mark, entries] of there)
    if (!expected.has(mark)) verdict.twice.push(`${what} ${mark}: ${entries} that nobody was told of`);
}
