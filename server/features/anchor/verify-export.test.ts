import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorWords } from '../../../shared/anchor-words.ts';
import { rechain } from '../../testing/rechain.ts';
import { run } from '../../testing/server-process.ts';
import { type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld({});
let scratch = '';
let company: TestCompany;
/** The ZIP of a company with six movements, two of them anchored before. */
let zip: Buffer;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'keyhold-export-'));
  // Another company, whose lines are between those of this one.
  const other = await world.newCompany();
  company = await world.newCompany();
  const { id } = await company.bunch((await company.location({ name: '=Größe, "A"' })).id, {
    identifier: '-12',
  });
  const params = { id };
  for (const newTag of ['9001', '9002', '9003']) {
    const notes = 'Side door;\n=1, "open" \\ \u{1f511} \u2028 end';
    await company.admin.call('issueKeyBunch', { params, body: { officerName: 'Ana Ruiz', notes } });
    await company.admin.call('returnKeyBunch', { params, body: { officerName: 'Ana Ruiz', newTag } });
    await other.location();
    if (newTag === '9001')
      for (const one of [company, other]) await one.admin.call('anchorHistory', { body: {} });
  }
  zip = await exported(company);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function exported({ admin }: TestCompany): Promise<Buffer> {
  const headers = { cookie: admin.cookie ?? '' };
  const reply = await world.app.inject({ method: 'GET', url: '/api/companies/export', headers });
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

type Changed = Record<string, (text: string) => string>;

/** An export unpacked into a folder, with some of its files changed. */
async function unpacked(name: string, changed: Changed = {}, from = zip) {
  const folder = join(scratch, name);
  for (const [file, bytes] of Object.entries(unzipSync(from))) {
    const change = changed[file];
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, change ? change(Buffer.from(bytes).toString()) : bytes);
  }
  return folder;
}

/** Runs the program that is in the export, where neither packages nor the repository are in reach. */
async function check(path: string, ...words: string[]) {
  const program = join(await unpacked('program'), 'verify-export.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path, ...words], {
    cwd: scratch,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const lined = (change: (lines: string[]) => string[]) => (text: string) =>
  `${change(text.trimEnd().split('\n')).join('\n')}\n`;

/** As somebody would who knows the format: every line follows the one before it again. */
const chainedAnew = lined((lines) => {
  let last = '';
  return lines.map((line) => {
    const text = line.slice(83, -1).replace(/^(\[\d+, "\w+", \d+, \d+, )"\w*"/, `$1"${last}"`);
    last = createHash('sha256').update(text).digest('hex');
    return `{"hash":"${last}","entry":${text}}`;
  });
});

test('an export that nobody touched fits, also with a key, a head and signed heads from elsewhere', async () => {
  const folder = await unpacked('whole');
  const whole = await check(folder);
  expect(whole.said).toContain(
    'movements: 6 entries, each follows the one before it; signed up to number 6.',
  );
  expect(whole.said).toContain(
    'audit_log: 2 entries, each follows the one before it; signed up to number 2.',
  );
  expect(whole.said).toContain(
    'Everything that was signed fits: of that, no entry was changed, removed or put in.',
  );
  expect(whole.code).toBe(0);

  const { key, last } = (await company.admin.call('getAnchor')).body;
  if (!key || !last) throw new Error('There is no anchor');
  const [movements] = anchorWords(last);
  const paper = movements.replaceAll(' ', ':');
  const elsewhere = join(scratch, 'elsewhere.jsonl');
  await writeFile(elsewhere, unzipSync(zip)['anchors.jsonl'] ?? '');
  const trusted = ['--key', key.fingerprint, '--head', paper, '--anchors', elsewhere];
  const named = await check(await unpacked('bare', { 'anchors.jsonl': () => '' }), ...trusted);
  expect(named.said).toContain(`Signatures are checked with your key ${key.fingerprint}.`);
  expect(named.said).toContain('Everything that was signed fits');
  expect(named.code).toBe(0);
  const otherHead = await check(folder, '--head', 'movements:6:0123456789abcdef');
  expect([otherHead.code, otherHead.said]).toEqual([
    1,
    expect.stringContaining('WRONG: Movement 6: the hash is not the one on your paper.'),
  ]);
  const otherKey = await check(folder, '--key', '0'.repeat(32));
  expect([otherKey.code, otherKey.said]).toEqual([
    1,
    expect.stringContaining('not signed by the key you trust'),
  ]);
});

test('an entry that was edited, removed, put in or cut off is named', async () => {
  const edited = lined((lines) => lines.with(2, (lines[2] ?? '').replace('Side door', 'Back door')));
  const cases: [string, Changed, string][] = [
    ['edited', { 'movements.jsonl': edited }, 'Movement 3: it was changed: its hash is another.'],
    [
      'removed',
      { 'movements.jsonl': lined((lines) => lines.toSpliced(3, 1)) },
      'Movement 4: it is missing: number 5',
    ],
    ['log', { 'log.jsonl': lined((lines) => lines.slice(1)) }, 'Log entry 1: it is missing: number 2'],
    [
      'cut',
      { 'movements.jsonl': lined((lines) => lines.slice(0, 5)) },
      'Movement 6 and later are missing: number 6 was signed',
    ],
    [
      'twice',
      { 'movements.jsonl': lined((lines) => lines.toSpliced(3, 0, lines[2] ?? '')) },
      'Movement 4: it is missing: number 3',
    ],
    ['all', { 'movements.jsonl': () => '' }, 'Movement 1 and later are missing: number 2 was signed'],
    ['emptied', { 'movements.jsonl': () => '', 'log.jsonl': () => '' }, 'there are no entries in it.'],
  ];
  for (const [name, changed, found] of cases) {
    const { code, said } = await check(await unpacked(name, changed));
    expect(said).toContain(`WRONG: ${found}`);
    expect(said).toContain('This export does not fit.');
    expect(code).toBe(1);
  }
});

test('a chain that was changed and chained anew is found by the signed heads, in the export or in the database before it', async () => {
  const forged = (text: string) => chainedAnew(text.replace('Side door', 'Back door'));
  const folder = await unpacked('chained', { 'movements.jsonl': forged });
  expect(await check(folder)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /WRONG: Movement 2: the chain was rewritten after number 0: another hash was signed at 20/,
    ),
  });
  // Lines that no longer fit can be left out or written anew, but not signed anew.
  const heads = lined((lines) => lines.filter((line) => !line.includes('"chain":"movements"')));
  const without = { 'movements.jsonl': forged, 'anchors.jsonl': heads };
  expect((await check(await unpacked('unsigned', without))).said).toContain(
    'WRONG: Movements: none was signed, so a chain made anew cannot be told.',
  );
  // The heads behind number 2 left out, and what is behind it made anew: a short end that nobody signed yet looks the same, and is said.
  const early = lined((lines) =>
    lines.filter((line) => !line.includes('"chain":"movements"') || line.includes('"seq":2,')),
  );
  const late = lined((lines) => lines.with(4, (lines[4] ?? '').replace('Side door', 'Back door')));
  const tail = await check(
    await unpacked('tail', {
      'movements.jsonl': (text) => chainedAnew(late(text)),
      'anchors.jsonl': early,
    }),
  );
  expect(tail.said).toContain('signed up to number 2.\nMovements after number 2 were not signed');
  expect(tail.said).toContain('Everything that was signed fits: of that,');
  const hash = (text: string) =>
    lined((lines) => lines.map((line) => line.replace(/"hash":"\w+"/, `"hash":"${text}"`)));
  const resealed = await unpacked('resealed', { 'anchors.jsonl': hash('00') });
  expect((await check(resealed)).said).toMatch(/WRONG: Anchors, line \d+: not signed by the key you trust/);

  await rechain(
    world,
    company.id,
    'movement',
    "update movement_history set notes = 'never said' where company_id = $1 and seq = 3",
  );
  const { code, said } = await check(await unpacked('later', {}, await exported(company)));
  expect(code).toBe(1);
  expect(said).toMatch(
    /WRONG: Movement 6: the chain was rewritten after number 2: another hash was signed at 20/,
  );
});

test('after a change of keys an export fits for whoever knows the old key, and for whoever knows the new one', async () => {
  const another = await world.newCompany();
  await another.location();
  const old = (await another.admin.call('anchorHistory', { body: {} })).body.anchor?.key ?? '';
  await run('anchor-key', { ANCHOR_DIR: world.anchors }, ['--new']);
  await another.bunch((await another.location()).id);
  const { id } = (await another.admin.call('listKeyBunches', {})).body[0] ?? { id: 0 };
  await another.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
  const path = await unpacked('rotated', {}, await exported(another));
  const fresh = (await another.admin.call('getAnchor')).body.key?.fingerprint ?? '';
  expect(fresh).not.toBe(old);
  for (const key of [old, fresh]) {
    const { code, said } = await check(path, '--key', key);
    expect([code, said]).toEqual([0, expect.stringContaining('Everything that was signed fits')]);
  }
});
