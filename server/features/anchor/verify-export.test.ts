import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorWords } from '../../../shared/anchor-words.ts';
import { DOT } from '../../testing/photos.ts';
import {
  both,
  chainedAnew,
  edit,
  edited,
  type Files,
  lined,
  rechain,
  renamed,
  restated,
  signedAnew,
  swap,
} from '../../testing/tamper.ts';
import { type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld({});
let scratch = '';
let company: TestCompany;
/** The ZIP of a company with six movements, two of them anchored before, and one from before the first of them. */
let zip: Buffer;
let olderZip: Buffer;
/** The program in that export, and the fingerprint of the server's key. */
let program = '';
let key = '';

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'keyhold-export-'));
  // Another company, whose lines are between those of this one.
  const other = await world.newCompany();
  company = await world.newCompany();
  const { id } = await company.bunch((await company.location({ name: '=Größe, "A"' })).id, {
    identifier: '-12',
  });
  const params = { id };
  olderZip = await exported(company);
  for (const newTag of ['9001', '9002', '9003']) {
    const notes = 'Side door;\n=1, "open" \\ \u{1f511} \u2028 end';
    await company.admin.call('issueKeyBunch', { params, body: { officerName: 'Ana Ruiz', notes } });
    await company.admin.call('returnKeyBunch', { params, body: { officerName: 'Ana Ruiz', newTag } });
    await other.location();
    if (newTag === '9001')
      for (const one of [company, other]) await one.admin.call('anchorHistory', { body: {} });
  }
  await company.admin.call('updateKeyBunch', { params, body: { imageUrl: DOT } });
  zip = await exported(company);
  program = join(await unpacked('program'), 'verify-export.mjs');
  key = (await company.admin.call('getAnchor')).body.key?.fingerprint ?? '';
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

/** Runs the program of the export, without access to packages or the repository. */
function check(path: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path, ...words], {
    cwd: scratch,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

test('an export that nobody touched fits, also with a key, a head and signed heads from elsewhere', async () => {
  const folder = await unpacked('whole');
  const whole = check(folder);
  expect(whole.said).toContain(
    'movements: 6 entries, each follows the one before it. The last is movements:6:',
  );
  expect(whole.said).toContain('audit_log: 3 entries, each follows the one before it.');
  expect(whole.said).toContain('Everything fits: 23 files are as they were signed.');
  expect(whole.said).toContain(`But only the export itself says that ${key} is your server's key.`);
  expect(whole.code).toBe(0);

  const { last } = (await company.admin.call('getAnchor')).body;
  if (!last) throw new Error('There is no anchor');
  const [movements] = anchorWords(last);
  const paper = movements.replaceAll(' ', ':');
  const elsewhere = join(scratch, 'elsewhere.jsonl');
  await writeFile(elsewhere, unzipSync(zip)['anchors.jsonl'] ?? '');
  // Two sheets that were printed with no movement between them have the same head.
  const heads = ['--head', paper, '--head', paper];
  const named = check(folder, '--key', key, ...heads, '--anchors', elsewhere);
  expect(named.said).toContain(`Signatures are checked with your key ${key}.`);
  expect(named.said).toMatch(/Everything fits: 23 files are as they were signed\.\n$/);
  expect(named.code).toBe(0);
  const otherHead = check(folder, '--head', 'movements:6:0123456789abcdef');
  expect([otherHead.code, otherHead.said]).toEqual([
    1,
    expect.stringContaining('WRONG: movements.jsonl, Movement 6: the hash is not the one on your paper.'),
  ]);
  const again = check(folder, '--head', paper, '--head', 'movements:6:0123456789abcdef');
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('not the one on your paper')]);
  const otherKey = check(folder, '--key', '0'.repeat(32));
  expect([otherKey.code, otherKey.said]).toEqual([
    1,
    expect.stringContaining('WRONG: statement.json is not signed by the key you trust'),
  ]);
});

test('the export of a company in which nothing happened yet fits', async () => {
  const fresh = await world.newCompany();
  const { code, said } = check(await unpacked('fresh', {}, await exported(fresh)), '--key', key);
  expect(said).toContain('movements: 0 entries');
  expect(said).toContain('Everything fits');
  expect(code).toBe(0);
});

const noMovementHeads = edit('anchors.jsonl', (lines) =>
  lines.filter((line) => !line.includes('"movements"')),
);
const backDoor = (line = '') => line.replace('Side door', 'Back door');

/** Each way to tamper with the export, and the program's message. */
// biome-ignore format: one way a line
const TAMPERING: [string, (files: Files, older: Files) => void, RegExp][] = [
  ...Array.from({ length: 6 }, (_, at): (typeof TAMPERING)[number] => [`movement ${at + 1} edited`, edit('movements.jsonl', (lines) => lines.with(at, (lines[at] ?? '').replace('dana', 'dora').replace('Dana', 'Dora'))), new RegExp(`^movements\\.jsonl, Movement ${at + 1}: it was changed`)]),
  ['log entry edited', edit('log.jsonl', (lines) => lines.with(1, (lines[1] ?? '').replace('Dana', 'Dora'))), /^log\.jsonl, Log entry 2: it was changed/],
  ['movement removed', edit('movements.jsonl', (lines) => lines.toSpliced(3, 1)), /^movements\.jsonl, Movement 4: it is missing: number 5/],
  ['first movement removed', edit('movements.jsonl', (lines) => lines.slice(1)), /^movements\.jsonl, Movement 1: it is missing: number 2/],
  ['first log entry removed', edit('log.jsonl', (lines) => lines.slice(1)), /^log\.jsonl, Log entry 1: it is missing: number 2/],
  ['last movement cut off', edit('movements.jsonl', (lines) => lines.slice(0, 5)), /^movements\.jsonl: Movement 6 and later are missing: 6 were signed/],
  ['last log entry cut off', edit('log.jsonl', (lines) => lines.slice(0, -1)), /^log\.jsonl: Log entry 3 and later are missing/],
  ['cut back to an older head', both(edit('movements.jsonl', (lines) => lines.slice(0, 2)), edit('anchors.jsonl', (lines) => lines.filter((line) => !line.includes('"movements","seq":6')))), /^movements\.jsonl: Movement 3 and later are missing: 6 were signed/],
  ['half of the last line cut off', edited('movements.jsonl', (text) => text.slice(0, -200)), /^movements\.jsonl, Movement 6: the line cannot be read/],
  ['last line feed cut off', edited('movements.jsonl', (text) => text.slice(0, -1)), /^movements\.jsonl was changed/],
  ['movements emptied', edited('movements.jsonl', () => ''), /^movements\.jsonl: Movement 1 and later are missing/],
  ['movements and their heads emptied', both(edited('movements.jsonl', () => ''), noMovementHeads), /^movements\.jsonl: Movement 1 and later are missing: 6 were signed/],
  ['movements emptied, heads behind a space', both(edited('movements.jsonl', () => ''), edit('anchors.jsonl', (lines) => lines.map((line) => (line.includes('"movements"') ? `${line} ` : line)))), /^movements\.jsonl: Movement 1 and later are missing/],
  ['log emptied', both(edited('log.jsonl', () => ''), edit('anchors.jsonl', (lines) => lines.filter((line) => !line.includes('"audit_log"')))), /^log\.jsonl: Log entry 1 and later are missing/],
  ['movement twice', edit('movements.jsonl', (lines) => lines.toSpliced(3, 0, lines[2] ?? '')), /^movements\.jsonl, Movement 4: it is missing: number 3/],
  ['last movement twice', edit('movements.jsonl', (lines) => [...lines, lines[5] ?? '']), /^movements\.jsonl, Movement 7: it is missing: number 6/],
  ['movements reordered', edit('movements.jsonl', (lines) => swap(lines, 1, 4)), /^movements\.jsonl, Movement 2: it is missing: number 5/],
  ['movement added behind the last', edited('movements.jsonl', (text) => chainedAnew(`${text}${text.trimEnd().split('\n')[5]?.replace(/("movement", \d+, )6/, '$17')}\n`)), /^movements\.jsonl, Movement 7: it was added/],
  ['movement edited and chained anew', edited('movements.jsonl', (text) => chainedAnew(text.replace('Side door', 'Back door'))), /^movements\.jsonl, Movement 2: the chain was rewritten after number 0/],
  ['chained anew, heads removed', both(edited('movements.jsonl', (text) => chainedAnew(text.replace('Side door', 'Back door'))), noMovementHeads), /^movements\.jsonl: the chain was rewritten: another hash was signed/],
  ['last movement edited and hashed anew, heads removed', both(edited('movements.jsonl', (text) => chainedAnew(lined((lines) => lines.with(4, backDoor(lines[4])))(text))), noMovementHeads), /^movements\.jsonl: the chain was rewritten/],
  ['log put in the place of the movements', (files) => files.set('movements.jsonl', files.get('log.jsonl') ?? Buffer.from('')), /^movements\.jsonl, Movement 1: it is of another chain/],
  ['CRLF in movements', edited('movements.jsonl', (text) => text.replaceAll('\n', '\r\n')), /^movements\.jsonl, Movement 1: the line cannot be read/],
  ['space behind a movement', edit('movements.jsonl', (lines) => lines.with(2, `${lines[2]} `)), /^movements\.jsonl, Movement 3: the line cannot be read/],
  ['space before a movement', edit('movements.jsonl', (lines) => lines.with(2, ` ${lines[2]}`)), /^movements\.jsonl, Movement 3: the line cannot be read/],
  ['space within a log entry', edit('log.jsonl', (lines) => lines.with(0, (lines[0] ?? '').replace(', ', ',  '))), /^log\.jsonl, Log entry 1: it was changed/],
  ['empty line in movements', edit('movements.jsonl', (lines) => lines.toSpliced(2, 0, '')), /^movements\.jsonl, Movement 3: the line cannot be read/],
  ['empty line at the end of the log', edited('log.jsonl', (text) => `${text}\n`), /^log\.jsonl, Log entry 4: the line cannot be read/],
  ['movements as another text of the same value', edit('movements.jsonl', (lines) => lines.with(0, JSON.stringify(JSON.parse(lines[0] ?? '')))), /^movements\.jsonl, Movement 1: it was changed/],
  ['CSV cell edited', edited('sets.csv', (text) => text.replace('-12', '-13')), /^sets\.csv was changed: its content is not what was signed\.$/],
  ['CSV row removed', edited('movements.csv', (text) => `${text.split('\r\n').slice(0, 3).join('\r\n')}\r\n`), /^movements\.csv was changed.* signed were 6/],
  ['CSV row twice', edited('locations.csv', (text) => text + text.slice(text.indexOf('\r\n') + 2)), /^locations\.csv was changed.* It has 2 rows, signed were 1/],
  ['CSV emptied', edited('audits.csv', () => ''), /^audits\.csv was changed/],
  ['CSV with the ends of lines of another system', edited('people.csv', (text) => text.replaceAll('\r\n', '\n')), /^people\.csv was changed/],
  ['byte-order mark taken off', edited('settings.csv', (text) => text.slice(1)), /^settings\.csv was changed/],
  ['premises added', edited('premises.csv', (text) => `${text}"Flat 9"\r\n`), /^premises\.csv was changed.* It has 1 rows, signed were 0/],
  ['photo changed', (files) => files.set(photoIn(files), Buffer.from(files.get(photoIn(files)) ?? '').fill(7, 20, 21)), /^photos\/\d+\.webp was changed/],
  ['photo removed', (files) => files.delete(photoIn(files)), /^photos\/\d+\.webp is missing/],
  ['photo put at another set', (files) => renamed(photoIn(files), 'photos/999999.webp')(files), /^photos\/\d+\.webp is missing/],
  ['CSV renamed', renamed('premises.csv', 'premise.csv'), /^premises\.csv is missing/],
  ['log removed', (files) => files.delete('log.jsonl'), /^log\.jsonl is missing/],
  ['file put in', (files) => files.set('signed.csv', Buffer.from('x')), /^signed\.csv was put in/],
  ['file put in beside the photos', (files) => files.set('photos/0.jpg', Buffer.from('x')), /^photos\/0\.jpg was put in/],
  ['program changed', edited('verify-export.mjs', (text) => text.replace('process.exit(1)', 'process.exit(0)')), /^verify-export\.mjs was changed/],
  ['head edited', edit('anchors.jsonl', (lines) => lines.map((line) => line.replace(/"hash":"\w+"/, '"hash":"00"'))), /Anchors \(.*anchors\.jsonl\), line \d+: not signed by the key you trust/],
  ['heads removed', noMovementHeads, /^anchors\.jsonl was changed/],
  ['head that cannot be read', edit('anchors.jsonl', (lines) => lines.with(1, (lines[1] ?? '').slice(0, -9))), /Anchors \(.*anchors\.jsonl\), line 2: it cannot be read/],
  ['space behind a head', edit('anchors.jsonl', (lines) => lines.with(1, `${lines[1]} `)), /^anchors\.jsonl was changed/],
  ['anchors removed', (files) => files.delete('anchors.jsonl'), /anchors\.jsonl is missing/],
  ['key removed', (files) => files.delete('public-key.pem'), /public-key\.pem is missing/],
  ['key spoiled', edited('public-key.pem', (text) => text.slice(0, 40)), /public-key\.pem is missing, or is no key/],
  ['statement removed', (files) => files.delete('statement.json'), /^statement\.json is missing/],
  ['statement emptied', edited('statement.json', () => ''), /^statement\.json cannot be read/],
  ['space behind the statement', edited('statement.json', (text) => text.replace(/\n$/, ' \n')), /^statement\.json cannot be read/],
  ['signature cut', edited('statement.json', (text) => text.replace(/.{8}"\}\n$/, '"}\n')), /^statement\.json is not signed/],
  ['signature written another way', edited('statement.json', (text) => text.replace('=="}', '"}')), /^statement\.json is not signed/],
  ['statement of a shorter chain', both(edit('movements.jsonl', (lines) => lines.slice(0, 2)), restated((one) => Object.assign(one.chains.movements, { last: 2 }))), /^statement\.json is not signed/],
  ['statement without a file', (files) => both(restated((one) => (one.files = one.files.filter(({ name }) => name !== photoIn(files)))), () => files.delete(photoIn(files)))(files), /^statement\.json is not signed/],
  ["an older export's statement", (files, older) => files.set('statement.json', older.get('statement.json') ?? Buffer.from('')), /is missing|was added|was put in/],
  ["an older export's statement and history", (files, older) => { for (const name of ['statement.json', 'movements.jsonl', 'log.jsonl', 'anchors.jsonl']) files.set(name, older.get(name) ?? Buffer.from('')); }, /was put in|was changed/],
  ['edited and signed with another key', both(edited('sets.csv', (text) => text.replace('-12', '-13')), signedAnew), /^statement\.json is not signed by the key you trust: it was changed, or the key is another/],
];

const photoIn = (files: Files): string => [...files.keys()].find((name) => name.startsWith('photos/')) ?? '';

test('more than fifty ways to tamper with an export are found, each with the name of the file; the untouched export passes', async () => {
  const filesOf = (from: Buffer): Files =>
    new Map(Object.entries(unzipSync(from)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  const folder = join(scratch, 'tampered');
  async function found(tamper: (files: Files) => void) {
    const files = filesOf(zip);
    tamper(files);
    await rm(folder, { recursive: true, force: true });
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    return check(folder, '--key', key);
  }
  expect(await found(() => undefined)).toMatchObject({ code: 0 });
  expect(TAMPERING.length).toBeGreaterThanOrEqual(50);
  const older = filesOf(olderZip);
  for (const [name, tamper, says] of TAMPERING) {
    const { code, said } = await found((files) => tamper(files, older));
    const wrong = /^WRONG: (.*)$/m.exec(said)?.[1] ?? said;
    expect([name, code, wrong]).toEqual([name, 1, expect.stringMatching(says)]);
    expect(said).toContain('This export does not fit.');
  }
}, 60_000);

test('what happens while an export is being read is not in it, and it fits', async () => {
  const busy = await world.newCompany();
  const { id } = await busy.bunch((await busy.location()).id);
  const working = Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await busy.admin.call('createKeyBunch', {
        body: { identifier: `N${n}`, currentTag: `${n}`, locationId: (await busy.location()).id },
      });
    }),
  );
  const taken = await exported(busy);
  await busy.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
  await working;
  const { code, said } = check(await unpacked('meanwhile', {}, taken), '--key', key);
  expect([code, said]).toEqual([0, expect.stringContaining('Everything fits')]);
});

test('a history that was rewritten in the database before the export is found by the heads signed before', async () => {
  await rechain(
    world,
    company.id,
    'movement',
    "update movement_history set notes = 'never said' where company_id = $1 and seq = 3",
  );
  const { code, said } = check(await unpacked('later', {}, await exported(company)));
  expect(code).toBe(1);
  expect(said).toMatch(
    /WRONG: movements.jsonl, Movement 6: the chain was rewritten after number 2: another hash was signed at 20/,
  );
});

test('after a change of keys an export fits for whoever knows the old key, and for whoever knows the new one', async () => {
  const another = await world.newCompany();
  await another.location();
  const old = (await another.admin.call('anchorHistory', { body: {} })).body.anchor?.key ?? '';
  await rename(join(world.anchors, 'key.pem'), join(world.anchors, 'key.pem.old'));
  await another.bunch((await another.location()).id);
  const { id } = (await another.admin.call('listKeyBunches', {})).body[0] ?? { id: 0 };
  await another.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
  const path = await unpacked('rotated', {}, await exported(another));
  const fresh = (await another.admin.call('getAnchor')).body.key?.fingerprint ?? '';
  expect(fresh).not.toBe(old);
  for (const key of [old, fresh]) {
    const { code, said } = check(path, '--key', key);
    expect([code, said]).toEqual([0, expect.stringContaining('Everything fits')]);
  }
});
