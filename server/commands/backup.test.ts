import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readBackup } from '../backup/read.ts';
import { readConfig } from '../config.ts';
import { prepareRoles } from '../database/roles.ts';
import { seedDemo } from '../demo/demo.ts';
import { asAdmin, asLogin, databaseOf } from '../testing/database.ts';
import { dataUrl, picture } from '../testing/photos.ts';
import { run, startServer } from '../testing/server-process.ts';
import { PASSWORD, type TestCompany, useWorld } from '../testing/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const world = useWorld();
const { admin, login } = inject('server');
let folder = '';
let company: TestCompany;
let photo = '';
const databases: string[] = [];

/** The demo company, with its past, audits, holders and premises, and one with a photo, an import and somebody invited. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-backup-'));
  await chmod(folder, 0o755);
  await seedDemo(world.pool, readConfig({ DEMO_MODE: 'on' }), () => undefined);
  company = await world.newCompany();
  const site = await company.location({ name: 'Harbour cabinet' });
  const bunch = await company.bunch(site.id, { imageUrl: dataUrl(await picture(), 'image/png') });
  photo = String(bunch.imageUrl);
  await company.admin.call('runImport', {
    body: { kind: 'people', rows: [{ name: 'Ines Marsh' }], fileName: 'People.csv', sha256: 'cd'.repeat(32) },
  });
});

afterAll(async () => {
  for (const name of databases)
    await asAdmin(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
  await rm(folder, { recursive: true, force: true });
});

const fileOf = (name: string) => join(folder, `${name}.tar`);

async function backUp(name: string, environment: Record<string, string> = { DATABASE_URL: world.databaseUrl }) {
  const { code, said } = await run('backup', environment, [fileOf(name)]);
  if (code !== 0) throw new Error(said);
  return { said, ...(await readBackup(fileOf(name))) };
}

/** A database for Keyhold, empty or with the tables of an empty register. */
async function newDatabase(template = 'template0'): Promise<{ config: pg.ClientConfig; DATABASE_URL: string }> {
  const name = `keyhold_restore_${randomBytes(4).toString('hex')}`;
  databases.push(name);
  await asAdmin(admin, (client) => client.query(`create database ${name} template ${template}`));
  const config = { ...admin, ...databaseOf(admin, name) };
  await asAdmin(config, (client) => prepareRoles(client, { name: login.user, password: login.password }));
  return { config, DATABASE_URL: urlOf({ ...config, ...asLogin(config, login.user, login.password) }) };
}

function urlOf({ connectionString, user, password, host, port, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

/** What a file holds, to compare it with another: all rows of all tables, by their digests. */
const contentOf = ({ manifest, head }: Awaited<ReturnType<typeof readBackup>>) => ({
  ...manifest,
  head: { ...head, takenAt: '' },
});

describe('a backup and its restore', () => {
  test('of a register in use comes back whole in a new folder, and the server goes on there', async () => {
    let writing = true;
    const writers = Array.from({ length: 4 }, async () => {
      const site = await company.location();
      const { id } = await company.bunch(site.id);
      for (let round = 0; writing; round += 1) {
        await company.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
        await company.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', newTag: `9${id}${round}` } });
      }
    });
    writing = false;
    await Promise.all(writers);
    expect((await stat(fileOf('busy'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['busy.tar']);

    const DATA_DIR = join(folder, 'data');
    const restored = await run('restore', { DATA_DIR }, [fileOf('busy')]);
    expect(restored.code).toBe(0);
    expect(restored.said).toMatch(/2 companies, 0 broken/);
    const again = await backUp('again', { DATA_DIR });

    const server = await startServer({ DATA_DIR, DEMO_MODE: 'off', LOG_LEVEL: 'warn' });
    try {
      const signIn = await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: company.admin.email, password: PASSWORD }),
      });
      expect(signIn.status).toBe(200);
      const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const shown = await fetch(server.url + photo, { headers: { cookie } });
      expect(shown.headers.get('content-type')).toMatch(/^image/);
    } finally {
      await server.stop();
    }
  });
});
