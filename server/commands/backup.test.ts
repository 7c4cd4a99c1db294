import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import {
  DIGEST,
  type Entry,
  HEAD,
  type Head,
  LEFT_OUT,
  MANIFEST,
  type Manifest,
  readArchive,
  sha256,
  writeArchive,
} from '../backup/manifest.ts';
import { digestLine, readBackup } from '../backup/read.ts';
import { fitOf } from '../backup/restore.ts';
import { backUpWhenDue } from '../backup/schedule.ts';
import { ROOT } from '../config.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { prepareRoles } from '../database/roles.ts';
import { asAdmin, asLogin, databaseOf } from '../testing/database.ts';
import { dataUrl, picture } from '../testing/photos.ts';
import { run, start, startServer } from '../testing/server-process.ts';
import { PASSWORD, type TestCompany, useWorld } from '../testing/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const world = useWorld({});
const { admin, login, template } = inject('server');
let folder = '';
let company: TestCompany;
let photo = '';
const databases: string[] = [];

/** A company with every kind of record: photo, movements, audit, holder, import, an invited user, a token. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-backup-'));
  await chmod(folder, 0o755);
  company = await world.newCompany();
  const { call } = company.admin;
  const site = await company.location({ name: 'Harbour cabinet' });
  const about = {
    type: 'static',
    notes: 'Tab\there, \\N, "quoted",\na line\u2028 of \u00fcn\u00efcode \u{1f511}',
  };
  const bunch = await company.bunch(site.id, about);
  const imageUrl = dataUrl(await picture(), 'image/png');
  const pictured = await call('updateKeyBunch', { params: { id: bunch.id }, body: { imageUrl } });
  photo = String(pictured.body.imageUrl);
  const rows = [{ row: 2, name: 'Ines Marsh', kind: 'Client' }];
  const audit = await call('startAudit', {
    body: { locationId: site.id, keyType: 'static', mode: 'manual' },
  });
  const done = [
    pictured,
    audit,
    await call('completeAudit', {
      params: { id: audit.body.id },
      body: { missingBunches: [bunch.id], revision: 0, allMissing: true },
    }),
    await call('runImport', {
      body: { kind: 'people', rows, fileName: 'People.csv', sha256: 'cd'.repeat(32) },
    }),
    await call('createUser', {
      body: { email: 'new@example.com', firstName: 'New', lastName: 'Face', role: 'viewer' },
    }),
    await call('createToken', {
      body: {
        name: 'Door',
        permissions: ['key:view'],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
  ];
  expect(done.map(({ status, body }) => [status, status < 300 ? '' : body])).toEqual(
    [200, 201, 200, 201, 201, 201].map((status) => [status, '']),
  );
});

afterAll(async () => {
  for (const name of databases)
    await asAdmin(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
  await rm(folder, { recursive: true, force: true });
});

const fileOf = (name: string) => join(folder, `${name}.tar`);
const here = () => ({ DATABASE_URL: world.databaseUrl });

async function backUp(name: string, environment: Record<string, string> = here()) {
  const { code, said } = await run('backup', environment, [fileOf(name)]);
  if (code !== 0) throw new Error(said);
  return readBackup(fileOf(name));
}

/** A database for Keyhold: bare, or with the tables of an empty register. */
async function newDatabase(
  from = 'template0',
): Promise<{ config: pg.ClientConfig; env: { DATABASE_URL: string; DATABASE_OWNER_URL: string } }> {
  const name = `keyhold_restore_${randomBytes(4).toString('hex')}`;
  databases.push(name);
  await asAdmin(admin, (client) => client.query(`create database ${name} template ${from}`));
  const config = { ...admin, ...databaseOf(admin, name) };
  await asAdmin(config, (client) => prepareRoles(client, { name: login.user, password: login.password }));
  const DATABASE_URL = urlOf({ ...config, ...asLogin(config, login.user, login.password) });
  return { config, env: { DATABASE_URL, DATABASE_OWNER_URL: urlOf(config) } };
}

function urlOf({ connectionString, user, password, host, port, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

const countOf = async (config: pg.ClientConfig, from: string): Promise<number> =>
  asAdmin(config, async (client) =>
    Number((await client.query(`select count(*) from ${from}`)).rows[0]?.count),
  );

/** Tables that change without a call while a server runs. */
const RESTLESS = ['reminder_runs', 'reminder_marks', 'overdue_sets', 'idempotency_keys'];

const storedPhoto = async (): Promise<Buffer | undefined> =>
  (await world.sql<{ bytes: Buffer }>('select bytes from photos'))[0]?.bytes;

type Read = Awaited<ReturnType<typeof readBackup>>;
/** The comparable content of a file: all rows of all tables by their digests, the sequences' next numbers and the heads of the chains. */
const contentOf = ({ head: { tables, migrations }, manifest: { head: _, ...content } }: Read) => ({
  tables,
  migrations,
  content,
});

/** Writes a changed copy of a file's entries. */
async function forge(
  from: string,
  to: string,
  change: (entries: Map<string, Buffer>) => void,
): Promise<string> {
  const entries = new Map<string, Buffer>();
  const source = await open(fileOf(from));
  for await (const { name, content } of readArchive(source)) entries.set(name, content);
  await source.close();
  change(entries);
  const file = await open(fileOf(to), 'w');
  const archive = writeArchive(file, new Date());
  for (const [name, content] of entries) await archive.add({ name, content } satisfies Entry);
  await archive.end();
  await file.close();
  return fileOf(to);
}

/** Forges the head or the manifest, with matching digests, as a person who knows the format could. */
function resign(
  entries: Map<string, Buffer>,
  { head, manifest }: { head?: (head: Head) => void; manifest?: (manifest: Manifest) => void },
) {
  const parsed = JSON.parse(String(entries.get(HEAD))) as Head;
  head?.(parsed);
  entries.set(HEAD, Buffer.from(JSON.stringify(parsed)));
  const told = JSON.parse(String(entries.get(MANIFEST))) as Manifest;
  told.head = sha256(entries.get(HEAD) as Buffer);
  manifest?.(told);
  entries.set(MANIFEST, Buffer.from(JSON.stringify(told)));
  entries.set(DIGEST, Buffer.from(digestLine(entries.get(MANIFEST) as Buffer)));
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: company.admin.email, password: PASSWORD }),
  });
  expect(reply.status).toBe(200);
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('G30 a backup and its restore', () => {
  let taken: Read;

  test('taken while people write it is one moment of the register, whole in a new folder, where the server goes on', async () => {
    let writing = true;
    let writes = 0;
    const writers = Array.from({ length: 4 }, async () => {
      const site = await company.location();
      const { id } = await company.bunch(site.id);
      const body = { officerName: 'Callum Reid' };
      for (; writing; writes += 1) {
        await company.admin.call('issueKeyBunch', { params: { id }, body });
        await company.admin.call('returnKeyBunch', {
          params: { id },
          body: { ...body, newTag: `${id}-${writes}` },
        });
      }
    });
    const before = writes;
    taken = await backUp('busy').finally(() => {
      writing = false;
    });
    await Promise.all(writers);
    expect(writes).toBeGreaterThan(before);
    expect((await stat(fileOf('busy'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['busy.tar']);

    const DATA_DIR = join(folder, 'data');
    const restored = await run('restore', { DATA_DIR }, [fileOf('busy')]);
    expect(restored.said).toMatch(/chain intact\n(.*\n)*Restored \d+ rows .*: 1 company, 0 broken/);
    expect(restored.code).toBe(0);

    const server = await startServer({ DATA_DIR, DEMO_MODE: 'off', LOG_LEVEL: 'warn' });
    try {
      expect(server.said.join('\n')).not.toContain('Applied migration');
      const old = await fetch(`${server.url}/api/auth/user`, {
        headers: { cookie: company.admin.cookie ?? '' },
      });
      expect(old.status).toBe(401);
      // While it runs, the command works on it too; its content equals the backup until a user signs in.
      const again = await backUp('again', { DATA_DIR });
      const without = ({ content, ...rest }: ReturnType<typeof contentOf>) => ({
        ...rest,
        heads: content.heads,
        tables: content.tables.filter(({ name }) => !RESTLESS.includes(name)),
      });
      expect(without(contentOf(again))).toEqual(without(contentOf(taken)));
      const headers = { cookie: await signIn(server.url) };
      const shown = await fetch(server.url + photo, { headers });
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(await storedPhoto());
      const movements = (await (
        await fetch(`${server.url}/api/movement-history?limit=1`, { headers })
      ).json()) as { seq?: number }[];
      expect(movements).toHaveLength(1);
      const made = await fetch(`${server.url}/api/locations`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'After the fire', type: 'office' }),
      });
      const last = Number(taken.manifest.sequences.find(({ name }) => name === 'locations_id_seq')?.last);
      expect(((await made.json()) as { id: number }).id).toBe(last + 1);
      expect((await run('verify', { DATA_DIR })).code).toBe(0);
      expect((await run('restore', { DATA_DIR }, [fileOf('busy')])).said).toMatch(
        /in use by another Keyhold server/,
      );
    } finally {
      await server.stop();
    }
  });

  test('comes back row by row in a database by its address, bare or with an empty register, and in no other', async () => {
    for (const from of ['template0', template]) {
      const target = await newDatabase(from);
      const restored = await run('restore', target.env, [fileOf('busy')]);
      expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('0 broken')]);
      expect(contentOf(await backUp(`from-${from}`, target.env))).toEqual(contentOf(taken));
      for (const table of Object.keys(LEFT_OUT).filter(
        (name) => name !== 'schema_migrations' && name !== 'backup_state',
      ))
        expect([table, await countOf(target.config, table)]).toEqual([table, 0]);
      const refused = await run('restore', target.env, [fileOf('busy')]);
      expect(refused.said).toMatch(
        /This database is in use: it holds 1 company and 2 people. Nothing was changed/,
      );
      expect(refused.code).toBe(1);
    }
  });

  test('of an older version comes back with the tables of this one', async () => {
    const files = await readMigrations();
    const older = files.slice(
      0,
      files.findIndex(({ name }) => name.endsWith('-imports.sql')),
    );
    const old = join(folder, 'migrations');
    await mkdir(old);
    for (const { name } of older) await cp(join(ROOT, 'server/database/migrations', name), join(old, name));
    const source = await newDatabase();
    const target = await newDatabase();
    await asAdmin(source.config, async (client) => {
      await migrate(client, { folder: old });
      await client.query(
        `insert into companies (name, slug, admin_email) values ('Old Keys', 'old-keys', 'old@example.com')`,
      );
    });
    const { head } = await backUp('older', source.env);
    expect(head.migrations.map(({ name }) => name)).toEqual(older.map(({ name }) => name));
    const restored = await run('restore', target.env, [fileOf('older')]);
    expect(restored.code).toBe(0);
    for (const { name } of files.slice(older.length))
      expect(restored.said).toContain(`Applied migration ${name}`);
    expect((await run('company', target.env)).said).toContain('old-keys "Old Keys"');
    const again = await newDatabase();
    await backUp('newer', target.env);
    expect((await run('restore', again.env, [fileOf('newer')])).code).toBe(0);
  });

  test('a file that is damaged, cut off, edited or of a newer version is refused before anything is touched', async () => {
    const bytes = await readFile(fileOf('busy'));
    const known = await readMigrations();
    const refused = async (name: string, why: RegExp) =>
      expect(readBackup(fileOf(name), { head: (head) => void fitOf(head, known) }), name).rejects.toThrow(
        why,
      );
    const damaged = async (name: string, content: Buffer) => {
      await writeFile(fileOf(name), content);
      await expect(readBackup(fileOf(name)), name).rejects.toThrow(/damaged|too early|behind its end/);
    };
    for (const at of [0, 511, 4096, bytes.length / 2, bytes.length - 1024, bytes.length - 1].map(Math.floor))
      await damaged(`cut-${at}`, bytes.subarray(0, at));
    await damaged('longer', Buffer.concat([bytes, Buffer.alloc(512)]));
    const whole = await readBackup(fileOf('busy'));
    for (let at = 700; at < bytes.length - 1024; at += Math.floor(bytes.length / 40)) {
      const turned = Buffer.from(bytes);
      turned[at] = (turned[at] ?? 0) ^ 1;
      await writeFile(fileOf('turned'), turned);
      const read = await readBackup(fileOf('turned')).catch((error: Error) => error);
      // Some bytes have no meaning: the padding of an entry, or the system named by its compression.
      if (!(read instanceof Error)) expect(read).toEqual(whole);
    }
    await truncate(fileOf('turned'), 5000);
    await refused('turned', /^The file (ends too early|is damaged)/);
    await forge('busy', 'edited', (entries) => {
      const name = 'tables/users/000001.gz';
      const text = gunzipSync(entries.get(name) as Buffer).toString();
      entries.set(name, gzipSync(text.replace('super_admin', 'super-admin')));
    });
    await refused('edited', /^The file is damaged: the rows of users are not those that were backed up\.$/);
    await forge('busy', 'recounted', (entries) =>
      entries.set(MANIFEST, Buffer.from(String(entries.get(MANIFEST)).replace('"seq": ', '"seq": 1'))),
    );
    await refused('recounted', /^The file is damaged: manifest.json was changed\.$/);
    await forge('busy', 'lacking', (entries) => void entries.delete('tables/users/000001.gz'));
    await refused('lacking', /^The file is damaged: the rows of users/);
    await forge('busy', 'newer-form', (entries) =>
      resign(entries, { head: (head) => Object.assign(head, { format: 2 }) }),
    );
    await refused('newer-form', /^This backup was made by a newer version of Keyhold\./);
    await forge('busy', 'newer-tables', (entries) =>
      resign(entries, {
        head: ({ migrations }) => migrations.push({ name: '9999-later.sql', checksum: 'ab'.repeat(32) }),
      }),
    );
    await refused('newer-tables', /migration 9999-later\.sql, which this version does not have/);
    await forge('busy', 'other-tables', (entries) =>
      resign(entries, {
        head: ({ migrations }) => Object.assign(migrations[3] ?? {}, { checksum: 'ab'.repeat(32) }),
      }),
    );
    await refused('other-tables', new RegExp(`made with another file ${known[3]?.name}`));
    await writeFile(fileOf('none'), 'Dear backup,');
    await refused('none', /^The file ends too early/);
    await refused('missing', /^There is no file .*missing\.tar\.$/);
    const DATA_DIR = join(folder, 'never');
    expect(await run('restore', { DATA_DIR }, [fileOf('edited')])).toEqual({
      code: 1,
      said: 'The file is damaged: the rows of users are not those that were backed up.',
    });
    expect(await stat(DATA_DIR).catch(() => null)).toBeNull();
  });

  test('a history that was rewritten in the file, digests and all, is found and not restored unless that is asked for', async () => {
    const target = await newDatabase();
    await forge('busy', 'rewritten', (entries) => {
      const name = 'tables/movement_history/000001.gz';
      const text = Buffer.from(
        gunzipSync(entries.get(name) as Buffer)
          .toString()
          .replaceAll('Callum Reid', 'Dana Holts!'),
      );
      entries.set(name, gzipSync(text));
      resign(entries, {
        manifest: ({ tables }) =>
          void Object.assign(tables.find(({ name: table }) => table === 'movement_history') ?? {}, {
            sha256: sha256(text),
          }),
      });
    });
    const refused = await run('restore', target.env, [fileOf('rewritten')]);
    expect(refused.said).toMatch(/BROKEN at movement \d+: the entry was changed/);
    expect(refused.said).toContain('The history of this backup does not hold. Nothing was restored.');
    expect(refused.code).toBe(1);
    expect(await countOf(target.config, `pg_class where relnamespace = 'public'::regnamespace`)).toBe(0);
    const kept = await run('restore', target.env, [fileOf('rewritten'), '--despite-faults']);
    expect([kept.code, kept.said]).toEqual([0, expect.stringContaining('1 company, 1 broken')]);
  });

  test('killed half way, a restore leaves nothing and can be done again', async () => {
    const target = await newDatabase();
    const rows = 'pg_stat_activity where datname = current_database() and';
    await asAdmin(target.config, async (client) => {
      // Pauses once all rows are loaded, when the first index is made.
      await client.query(`create schema pause; create function pause.here() returns event_trigger language plpgsql as $$
        begin if exists (select from public.companies) then perform pg_advisory_xact_lock(4711); end if; end $$;
        create event trigger pause on ddl_command_end when tag in ('CREATE INDEX') execute function pause.here();
        grant usage on schema pause to public; select pg_advisory_lock(4711)`);
      const { child } = start('restore', target.env, [fileOf('busy')]);
      await until(async () => (await countOf(target.config, `${rows} wait_event = 'advisory'`)) === 1);
      child.kill('SIGKILL');
      await once(child, 'close');
      await client.query('select pg_advisory_unlock(4711)');
      await until(
        async () =>
          (await countOf(target.config, `${rows} application_name = '' and pid <> pg_backend_pid()`)) <= 1,
      );
      await client.query('drop event trigger pause; drop schema pause cascade');
    });
    expect(await countOf(target.config, `pg_class where relnamespace = 'public'::regnamespace`)).toBe(0);
    expect((await run('restore', target.env, [fileOf('busy')])).said).toContain('0 broken');
  });

  test('killed or interrupted half way, a backup leaves no file under its name', async () => {
    const made = async () => (await readdir(folder)).filter((name) => name.includes('halfway'));
    for (const [signal, left] of [
      ['SIGTERM', []],
      ['SIGKILL', [expect.stringMatching(/^\.halfway\.tar\.[\w-]+~\d+\.unfinished$/)]],
    ] as const) {
      await asAdmin(world.admin, async (client) => {
        await client.query('begin; lock table photos in access exclusive mode');
        const { child } = start('backup', here(), [fileOf('halfway')]);
        await until(async () => (await made()).length === 1);
        await until(
          async () =>
            (await countOf(world.admin, `pg_locks where not granted and relation = 'photos'::regclass`)) ===
            1,
        );
        child.kill(signal);
        await once(child, 'close');
      });
      expect([signal, await made()]).toEqual([signal, left]);
    }
    expect(await run('backup', here(), [fileOf('busy')])).toEqual({
      code: 1,
      said: `There is a file ${fileOf('busy')} already. Name another.`,
    });
  });
});

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error('It did not come to that.');
}

describe('scheduled backups', () => {
  const signal = new AbortController().signal;
  const schedule = (keep: number) => ({
    target: { connectionString: world.databaseUrl },
    transactions: world.transactions,
    backups: { folder: join(folder, 'scheduled'), everyMinutes: 60, keep },
  });
  const files = async () => (await readdir(join(folder, 'scheduled'))).sort();
  const health = async () => {
    const { takenAt, ...rest } = (await company.admin.call('getBackupHealth')).body;
    return { takenAt: takenAt && new Date(takenAt).toISOString(), ...rest };
  };
  const last = async () => {
    const [row] = await world.sql<{ takenAt: string; bytes: string; failedAt: string | null }>(
      'select taken_at as "takenAt", bytes, failed_at as "failedAt" from backup_state',
    );
    if (!row) return null;
    return { takenAt: new Date(row.takenAt).toISOString(), bytes: Number(row.bytes), failedAt: row.failedAt };
  };
  const warned = async () => (await company.admin.call('getDashboard')).body.backupLate;
  const ago = (column: string, minutes: number) =>
    world.sql(`update backup_state set ${column} = clock_timestamp() - make_interval(mins => ${minutes})`);

  test('are made by one of several servers when they are due, the old ones going after a good new one', async () => {
    await world.sql('delete from backup_state');
    expect(await health()).toEqual({ takenAt: null, everyMinutes: null, late: false, failed: false });
    expect(await last()).toBeNull();
    // A backup with only a part of a table is refused.
    await world.sql('alter policy backup on photos using (company_id = 0)');
    await expect(backUpWhenDue(schedule(2), signal)).rejects.toThrow('would lack rows of photos');
    await world.sql('alter policy backup on photos using (true)');
    await world.sql('delete from backup_state');
    const several = await Promise.all([1, 2, 3].map(() => backUpWhenDue(schedule(2), signal)));
    const [first, ...more] = several.filter((made) => made !== null);
    expect([more, await files()]).toEqual([[], [expect.stringMatching(/^keyhold-\d{8}T\d{9}Z\.tar$/)]]);
    expect(await health()).toEqual({
      takenAt: first?.head.takenAt,
      everyMinutes: 60,
      late: false,
      failed: false,
    });
    expect(await last()).toEqual({
      takenAt: first?.head.takenAt,
      bytes: first?.bytes,
      failedAt: null,
    });
    expect(await backUpWhenDue(schedule(2), signal)).toBeNull();

    const newest = 'keyhold-20250101T000000000Z.tar';
    await rename(join(folder, 'scheduled', (await files())[0] ?? ''), join(folder, 'scheduled', newest));
    for (const name of [
      'keyhold-20200101T000000000Z.tar',
      'keyhold-20200102T000000000Z.tar',
      'mine.tar',
      '.keyhold-1.tar.0badc0de.unfinished',
    ]) {
      await writeFile(join(folder, 'scheduled', name), '');
      await utimes(join(folder, 'scheduled', name), new Date(0), new Date(0));
    }
    await ago('taken_at', 61);
    expect(await backUpWhenDue(schedule(2), signal)).not.toBeNull();
    expect(await files()).toEqual([newest, expect.stringMatching(/^keyhold-/), 'mine.tar']);
    await readBackup(join(folder, 'scheduled', (await files())[1] ?? ''));
  });

  test('that are late or fail are told to administrators, and a failure leaves the old ones', async () => {
    const before = await files();
    await ago('taken_at', 121);
    expect(await warned()).toBeNull();
    await ago('since', 121);
    expect(await warned()).toEqual({ takenAt: expect.any(String), failed: false });
    expect((await (await company.as('officer')).call('getDashboard')).body.backupLate).toBeNull();
    expect((await (await company.as('officer')).call('getBackupHealth')).status).toBe(403);
    await writeFile(join(folder, 'blocked'), '');
    const broken = { ...schedule(1), backups: { ...schedule(1).backups, folder: join(folder, 'blocked') } };
    await expect(backUpWhenDue(broken, signal)).rejects.toThrow();
    expect(await health()).toMatchObject({ late: true, failed: true });
    expect(await files()).toEqual(before);
    // Not retried immediately.
    expect(await backUpWhenDue(schedule(1), signal)).toBeNull();
    await ago('failed_at', 16);
    expect(await backUpWhenDue(schedule(1), signal)).not.toBeNull();
    expect(await warned()).toBeNull();
    // No server has kept to it for a week: it no longer counts as a schedule.
    await ago('taken_at', 20_000);
    await ago('looked_at', 10_081);
    expect(await health()).toMatchObject({ everyMinutes: null, late: false, failed: false });
    const byHand = await run('backup', here(), [fileOf('by-hand')]);
    expect([byHand.code, byHand.said]).toEqual([
      0,
      expect.stringMatching(
        /Not in it.*SECRETS_KEY or DATA_DIR\/secrets\.key, the folder of anchors with key\.pem/,
      ),
    ]);
    expect(Date.parse((await health()).takenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('a server with BACKUP_DIR makes them by itself and stops in the middle of one', async () => {
    const BACKUP_DIR = join(folder, 'by-server');
    await world.sql('delete from backup_state');
    const server = await startServer({
      ...here(),
      DEMO_MODE: 'off',
      LOG_LEVEL: 'info',
      BACKUP_DIR,
      BACKUP_EVERY: '30m',
    });
    const made = async () => readdir(BACKUP_DIR).catch(() => []);
    await until(async () => (await made()).some((name) => name.endsWith('.tar')));
    await until(async () => server.said.some((line) => line.includes('"event":"backup"')));
    expect(await health()).toMatchObject({ everyMinutes: 30, failed: false });
    expect(await server.stop()).toBe(0);
  });
});
