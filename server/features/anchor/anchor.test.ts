import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { rechain } from '../../testing/tamper.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOG_LEVEL: 'error' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  await site.company.bunch(site.here.id, { identifier: 'SET-1', currentTag: '1' });
});

/** A company's heads in the anchor files of this world. */
async function headsOf(company: number): Promise<{ chain: string; seq: number; hash: string }[]> {
  const names = (await readdir(world.anchors)).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(world.anchors, name), 'utf8')));
  return texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.company === company);
}
const anchor = async (by: Person) => (await by.call('anchorHistory', { body: {} })).body.anchor;
const state = async () => (await site.admin.call('getAnchor')).body;
const readiness = async () => (await world.app.inject('/readyz')).json().anchors;
const files = async (by: Person, url: string) => {
  const reply = await world.app.inject({ method: 'GET', url, headers: { cookie: by.cookie ?? '' } });
  expect(reply.statusCode).toBe(200);
  return unzipSync(reply.rawPayload);
};

test('what the history ends with is written and signed outside the database before a file is exported', async () => {
  const { admin, company, here } = site;
  const calls = [
    ['exportMovements', {}],
    ['exportOut', {}],
    ['exportLocationReport', { params: { id: here.id } }],
  ] as const;
  const { id } = await company.bunch(here.id);
  for (const [name, input] of calls) {
    await admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
    await admin.call('returnKeyBunch', {
      params: { id },
      body: { officerName: 'Ana Ruiz', newTag: `8${name}` },
    });
    expect((await admin.call(name, input as never)).status).toBe(200);
    const { last: written } = await state();
    if (!written) throw new Error('Nothing was written');
    const [head] = await world.sql<{ seq: string; hash: string }>(
      "select movement_seq as seq, encode(movement_hash, 'hex') as hash from chain_heads where company_id = $1",
      [company.id],
    );
    expect(written.movements).toEqual({ seq: Number(head?.seq), hash: head?.hash });
    expect((await headsOf(company.id)).filter(({ chain }) => chain === 'movements').at(-1)).toMatchObject(
      written.movements,
    );
  }
});

test('whoever sees only some locations is not told how much happens elsewhere, but it is written', async () => {
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  await site.company.location();
  const before = (await headsOf(site.company.id)).length;
  expect(await anchor(limited)).toBeNull();
  expect(await headsOf(site.company.id)).toHaveLength(before + 1);
});

test('a head that did not move is not written again, by whatever asks for it', async () => {
  const first = await anchor(site.admin);
  const before = await headsOf(site.company.id);
  expect(await anchor(site.admin)).toEqual(first);
  await world.app.anchors.run();
  expect(await headsOf(site.company.id)).toEqual(before);
});

test("the key is its owner's alone; the company takes away its own lines, the public key and the program that checks", async () => {
  const other = await makeSite(world);
  await anchor(other.admin);
  expect((await stat(join(world.anchors, 'key.pem'))).mode & 0o777).toBe(0o600);
  expect((await stat(world.anchors)).mode & 0o777).toBe(0o700);
  const { key } = await state();
  const given = await files(site.admin, '/api/companies/anchor/export');
  expect(Object.keys(given)).toEqual(['anchors.jsonl', 'public-key.pem', 'verify-export.mjs']);
  const text = (name: string) => Buffer.from(given[name] ?? []).toString();
  expect(text('public-key.pem').trim()).toBe(key?.publicKey.trim());
  expect(text('public-key.pem')).not.toContain('PRIVATE');
  const lines = text('anchors.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ publicKey }) => publicKey === undefined)).toEqual(await headsOf(site.company.id));
  expect(lines.length).toBe((await headsOf(site.company.id)).length + 1);
});

test('anchors that cannot be written are told, and fail no request', async () => {
  expect(await readiness()).toBe('written');
  await rename(world.anchors, `${world.anchors}-away`);
  await writeFile(world.anchors, 'in the way');
  await site.company.location();
  expect(await anchor(site.admin)).toBeNull();
  expect((await site.admin.call('exportMovements', {})).status).toBe(200);
  // Without a signature there is no export of everything.
  expect((await site.admin.call('exportEverything')).status).toBe(503);
  expect((await state()).isFailing).toBe(true);
  expect(await readiness()).toBe('failing');
  expect(world.log.some(({ event, level }) => event === 'anchor' && level === 50)).toBe(true);
  await rm(world.anchors);
  await rename(`${world.anchors}-away`, world.anchors);
  expect(await anchor(site.admin)).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect((await state()).isFailing).toBe(false);
  expect(await readiness()).toBe('written');
});

test('anchors that the server cannot write by itself are told before anybody asks for one', async () => {
  world.log.length = 0;
  await rename(world.anchors, `${world.anchors}-away`);
  await writeFile(world.anchors, 'in the way');
  await expect(world.app.anchors.run()).rejects.toThrow();
  expect(await readiness()).toBe('failing');
  expect((await state()).isFailing).toBe(true);
  expect(world.log).toContainEqual(expect.objectContaining({ event: 'anchor', level: 50 }));
  await rm(world.anchors);
  await rename(`${world.anchors}-away`, world.anchors);
  await world.app.anchors.run();
  expect(await readiness()).toBe('written');
});

test('a chain that no longer fits what was anchored is told by the server itself, and is anchored no more', async () => {
  const forged = await makeSite(world);
  await forged.company.bunch(forged.here.id);
  await anchor(forged.admin);
  await rechain(
    world,
    forged.company.id,
    'log',
    "update audit_log set description = 'other' where company_id = $1 and seq = 1",
  );
  await forged.company.location();
  const before = await headsOf(forged.company.id);
  await world.app.anchors.run();
  expect(await readiness()).toBe('misfit');
  expect((await forged.admin.call('getAnchor')).body.isMisfit).toBe(true);
  expect((await state()).isMisfit).toBe(false);
  expect(await anchor(forged.admin)).toBeNull();
  expect(await headsOf(forged.company.id)).toEqual(before);
  expect(world.log).toContainEqual(
    expect.objectContaining({ event: 'anchor', companyId: forged.company.id, chain: 'audit_log' }),
  );
});
