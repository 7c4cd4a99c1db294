import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { grouped } from '../../shared/anchor-words.ts';
import { makeKey, readKey } from '../anchor/line.ts';
import { run } from '../testing/server-process.ts';
import { rechain } from '../testing/tamper.ts';
import { type TestCompany, useWorld } from '../testing/world.ts';

const world = useWorld({});
const scratch = () => `${world.anchors}-copies`;
afterAll(() => rm(scratch(), { recursive: true, force: true }));

/** The output of `keyhold verify` with these arguments. */
const verify = (...words: string[]) => run('verify', { DATABASE_URL: world.databaseUrl }, words);
const anchored = (...words: string[]) => verify('--anchors', world.anchors, ...words);
const anchor = async (company: TestCompany) =>
  (await company.admin.call('anchorHistory', { body: {} })).body.anchor;

/** Three issues and returns of one set, with an anchor after each pair: 6 movements. */
async function busyCompany() {
  const company = await world.newCompany();
  const { id } = await company.bunch((await company.location()).id);
  const params = { id };
  for (const newTag of ['9001', '9002', '9003']) {
    await company.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    await company.admin.call('returnKeyBunch', { params, body: { officerName: 'Callum Reid', newTag } });
    await anchor(company);
  }
  return company;
}

/** A copy of the world's anchors, with one file to change. */
async function copyOfAnchors(name: string) {
  const dir = join(scratch(), name);
  await cp(world.anchors, dir, { recursive: true });
  const [file = ''] = (await readdir(dir)).filter((one) => one.endsWith('.jsonl'));
  const path = join(dir, file);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return { dir, path, lines, write: (changed: string[]) => writeFile(path, `${changed.join('\n')}\n`) };
}

test('a chain that was rewritten and chained anew, and a cut tail with a mended head, pass for whole without anchors and are found with them', async () => {
  const [whole, forged, log, cut] = await Promise.all([
    busyCompany(),
    busyCompany(),
    busyCompany(),
    busyCompany(),
  ]);
  const before = await anchored();
  expect(before.said).toContain('Every head is in the history as it was anchored');
  expect(before.code).toBe(0);

  await rechain(
    world,
    forged.id,
    'movement',
    "update movement_history set notes = 'never said' where company_id = $1 and seq = 3",
  );
  await rechain(
    world,
    log.id,
    'log',
    "update audit_log set description = 'other' where company_id = $1 and seq = 1",
  );
  await rechain(world, cut.id, 'movement', 'delete from movement_history where company_id = $1 and seq > 5');
  const plain = await verify();
  expect(plain.said).toContain(
    `Company ${forged.id} "${forged.name}": 6 movements, 2 log entries, chain intact`,
  );
  expect(plain.said).toContain(`Company ${log.id} "${log.name}": 6 movements, 2 log entries, chain intact`);
  expect(plain.said).toContain(`Company ${cut.id} "${cut.name}": 5 movements, 2 log entries, chain intact`);

  const { code, said } = await anchored();
  expect(code).toBe(1);
  const broken = said.split('\n').filter((line) => line.includes('BROKEN: company'));
  expect(broken).toHaveLength(3);
  expect(said).toMatch(
    new RegExp(
      `company ${forged.id}, first movement that does not fit: between 3 and 4\\. Entry 4 was anchored at 2.* and has another hash now`,
    ),
  );
  expect(said).toMatch(
    new RegExp(`company ${log.id}, first log entry that does not fit: between 1 and 2\\.`),
  );
  expect(said).toMatch(
    new RegExp(`company ${cut.id}, first movement that does not fit: between 5 and 6\\. Entry 6 .* is gone`),
  );
  expect(said).not.toContain(`company ${whole.id},`);
}, 60_000);

test('a file of anchors that was edited, shortened within or signed by somebody else does not pass; one that a crash cut off does', async () => {
  await busyCompany();
  const { dir, path, lines, write } = await copyOfAnchors('edited');
  const at = lines.length - 2;
  const check = async () => (await verify('--anchors', dir)).said;

  await write(lines.with(at, (lines[at] ?? '').replace(/"seq":\d+/, '"seq":1')));
  expect(await check()).toContain(`BROKEN: line ${at + 1} of ${path}: the signature is wrong`);
  await write(lines.toSpliced(at, 1));
  expect(await check()).toMatch(/BROKEN: line \d+ of .*: it does not follow the line before it/);
  await write(lines.slice(1));
  expect(await check()).toMatch(/BROKEN: line 1 of .*: the file does not begin with a key/);
  await write([...lines, '{"n":99,"prev":"']);
  const torn = await check();
  expect(torn).toContain('1 unfinished line, as a crash leaves them');
  expect(torn).not.toContain('BROKEN: line');

  const own = (await readKey(join(world.anchors, 'key.pem')))?.fingerprint ?? '';
  expect((await anchored('--key', grouped(own))).said).not.toContain('BROKEN: it was signed');
  const other = (await makeKey(join(scratch(), 'stranger.pem'))).fingerprint;
  expect((await anchored('--key', other)).said).toMatch(
    /BROKEN: it was signed by the key \w+, not by the one/,
  );
}, 60_000);

test('a new key is announced by the old one; a key that nobody announced is told', async () => {
  const company = await busyCompany();
  const first = (await anchor(company))?.key ?? '';
  await rename(join(world.anchors, 'key.pem'), join(world.anchors, 'key.pem.old'));
  await company.location();
  const second = (await anchor(company))?.key ?? '';
  expect(second).not.toBe(first);
  const { said } = await anchored('--key', first);
  expect(said).toContain(`, signed by ${first}, then ${second}`);
  expect(said).not.toMatch(/BROKEN: (line|it was)/);

  await rm(join(world.anchors, 'key.pem'));
  await rm(join(world.anchors, 'key.pem.old'));
  const { lines } = await copyOfAnchors('unannounced');
  await company.location();
  const third = (await anchor(company))?.key ?? '';
  expect((await anchored('--key', first)).said).toMatch(
    new RegExp(
      `BROKEN: line ${lines.length + 1} of .*: the key ${third} begins here without the word of the key before it`,
    ),
  );
  const named = await anchored('--key', first, '--key', third);
  expect(named.said).toContain(`, signed by ${first}, then ${second}, then ${third}`);
  expect(named.said).not.toMatch(/BROKEN: (line|it was)/);
}, 60_000);

test('anchors that are not there are said to be missing', async () => {
  const { code, said } = await verify('--anchors', join(world.anchors, 'nowhere'));
  expect([code, said]).toEqual([1, `There are no anchors in ${join(world.anchors, 'nowhere')}.`]);
});
