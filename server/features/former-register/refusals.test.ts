import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { REGISTER_ZIP_MAX } from '../../../shared/limits.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { both, edit, edited, type Files, renamed, signedAnew } from '../../testing/tamper.ts';
import { type Person, type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld({});
let files: Files;
let zip: Buffer;
let empty: TestCompany;

const exported = async ({ admin }: TestCompany): Promise<Buffer> => {
  const headers = { cookie: admin.cookie ?? '' };
  const reply = await world.app.inject({ method: 'GET', url: '/api/companies/export', headers });
  return reply.rawPayload;
};
const zipped = (from: Files): Buffer => Buffer.from(zipSync(Object.fromEntries(from)));
const bring = (by: Person, file: Buffer, headers?: Record<string, string>) =>
  by.call('importRegister', { file, ...(headers && { headers }) });

beforeAll(async () => {
  const full = await world.newCompany();
  const { id } = await full.bunch((await full.location()).id, { identifier: 'A-1' });
  await full.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
  zip = await exported(full);
  files = new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  empty = await world.newCompany();
});

/** The export with some of its files changed, and perhaps signed again by another key. */
function changed(change: (files: Files) => void): Buffer {
  const copy: Files = new Map(files);
  change(copy);
  return zipped(copy);
}
/** A statement over the files as they are now, by another key: what a user with another program could send. */
const forged = (change: (files: Files) => void) => changed(both(change, restateNames, signedAnew));
const restateNames = (of: Files) => {
  const { statement } = JSON.parse(of.get('statement.json')?.toString() ?? '');
  const rowsOf = (name: string) =>
    statement.files.find((one: { name: string }) => one.name === name)?.rows ?? null;
  statement.files = [...of.keys()]
    .filter((name) => name !== 'statement.json')
    .map((name) => ({ name, rows: rowsOf(name) }));
  of.set('statement.json', Buffer.from(JSON.stringify({ statement })));
};
const record = (line: object) => edited('register.jsonl', (text) => `${text}${JSON.stringify(line)}\n`);
/** The same bytes with a number in the directory's first entry set. */
const inDirectory = (offset: number, value: number): Buffer => {
  const bytes = Buffer.from(zipped(files));
  bytes.writeUInt32LE(value, bytes.readUInt32LE(bytes.length - 6) + offset);
  return bytes;
};

const NO_EXPORT = 'This is no export of Keyhold, or it was damaged.';
const NOT_SEALED = 'This export is not as its server signed it.';
const UNREADABLE = 'The register of this export cannot be read.';

// biome-ignore format: one way a line
const WRONG: [string, string, () => Buffer][] = [
  ['no ZIP', NO_EXPORT, () => Buffer.from('PK but not really'.repeat(9))],
  ['half of it', NO_EXPORT, () => zip.subarray(0, zip.length / 2)],
  ['an empty ZIP', NO_EXPORT, () => zipped(new Map())],
  ['a file that says it is larger', NO_EXPORT, () => inDirectory(24, 900_000)],
  ['a file that says it is smaller', NO_EXPORT, () => inDirectory(24, 1)],
  ['a file elsewhere', NO_EXPORT, () => inDirectory(42, 7)],
  ['an encrypted file', NO_EXPORT, () => inDirectory(8, 0x00080001)],
  ['a name out of its folder', NO_EXPORT, () => changed((of) => of.set('photos/../../etc/passwd', Buffer.from('x')))],
  ['a folder out of which it is', NO_EXPORT, () => zipped(new Map([...files].map(([name, bytes]) => [`../${name}`, bytes])))],
  ['a folder beside its files', NO_EXPORT, () => changed((of) => of.set('Other Folder/README.txt', Buffer.from('x')))],
  ['an absolute name', NO_EXPORT, () => changed((of) => of.set('/etc/passwd', Buffer.from('x')))],
  ['a changed record', NOT_SEALED, () => changed(edited('register.jsonl', (text) => text.replace('A-1', 'A-2')))],
  ['a changed history', NOT_SEALED, () => changed(edit('movements.jsonl', ([first = '']) => [first.replace('Ana', 'Eve')]))],
  ['a file put in', NOT_SEALED, () => changed((of) => of.set('more.csv', Buffer.from('x')))],
  ['a file removed', NOT_SEALED, () => changed((of) => of.delete('audits.jsonl'))],
  ['a file renamed', NOT_SEALED, () => changed(renamed('audits.jsonl', 'audit.jsonl'))],
  ['no statement', NO_EXPORT, () => changed((of) => of.delete('statement.json'))],
  ['no key', NO_EXPORT, () => changed((of) => of.delete('public-key.pem'))],
  ['another key', NOT_SEALED, () => changed(edited('public-key.pem', (text) => text.replace(/[a-z]/, 'A')))],
  ['an unsigned statement', NOT_SEALED, () => changed(edited('statement.json', (text) => text.replace(/"signature":"[^"]*"/, '"signature":""')))],
  ['an older export', 'This export is of an older Keyhold.', () => forged((of) => of.delete('register.jsonl'))],
  ['a record that is none', UNREADABLE, () => forged(edited('register.jsonl', (text) => `${text}{"record":"user_sessions"}\n`))],
  ['a line that is no JSON', UNREADABLE, () => forged(edited('register.jsonl', (text) => `${text}{{\n`))],
  ['a cut line', NO_EXPORT, () => forged(edited('register.jsonl', (text) => text.trimEnd()))],
  ['a location twice', UNREADABLE, () => forged(edited('register.jsonl', (text) => text.replace(/(\{"record":"location".*\n)/, '$1$1')))],
  ['a set at no location', UNREADABLE, () => forged(edited('register.jsonl', (text) => text.replace(/"locationId":\d+/, '"locationId":999999999')))],
  ['a set without a holder that is out', UNREADABLE, () => forged(edited('register.jsonl', (text) => text.replace('"holderName":"Ana Ruiz"', '"holderName":null')))],
  ['a set ID of 300 letters', UNREADABLE, () => forged(edited('register.jsonl', (text) => text.replace('A-1', 'A'.repeat(300))))],
  ['a photo that is a page', NO_EXPORT, () => forged(both((of) => of.set('photos/1.jpg', Buffer.from('<html>')), edited('register.jsonl', (text) => text.replace('"photo":null', '"photo":"photos/1.jpg"'))))],
  ['a history of another form', NO_EXPORT, () => forged(edit('movements.jsonl', () => ['[]', '{"entry":[1,2,3]}']))],
  ['a user with two emails', UNREADABLE, () => forged(record({ record: 'user', id: 5, email: ['a@b.example', 'c@d.example'] }))],
];

describe('an export that is not whole', () => {
  test.each(WRONG)(
    '%s is refused with a reason, and nothing is written',
    async (_, message, made) => {
      const before = await dumpCompany(world, empty.id);
      const { status, body } = await bring(empty.admin, made());
      expect([status, body.message], JSON.stringify(body)).toEqual([400, message]);
      expect(body.detail ?? message).not.toBe('');
      expect(await dumpCompany(world, empty.id)).toBe(before);
    },
    60_000,
  );

  test('is refused with 413 above its limit, and a body of another kind with 415', async () => {
    const large = { 'content-length': String(REGISTER_ZIP_MAX + 1) };
    expect((await bring(empty.admin, zip, large)).status).toBe(413);
    const bomb = Buffer.alloc(2 * 1024 ** 2);
    const many = new Map(Array.from({ length: 3 }, (_, n): [string, Buffer] => [`photos/${n}.jpg`, bomb]));
    const bytes = zipped(many);
    for (let at = bytes.readUInt32LE(bytes.length - 6), n = 0; n < 3; n += 1) {
      bytes.writeUInt32LE(900_000_000, at + 24);
      at += 46 + bytes.readUInt16LE(at + 28);
    }
    expect((await bring(empty.admin, bytes)).status).toBe(413);
    const asJson = await bring(empty.admin, Buffer.from('{}'), { 'content-type': 'application/json' });
    expect([asJson.status, asJson.body.message]).toEqual([415, 'Send the body as application/zip']);
    for (const query of [{ dryRun: 'perhaps' }])
      expect((await empty.admin.call('importRegister', { file: zip, query })).body.errors).toHaveProperty(
        Object.keys(query)[0] ?? '',
      );
    const elsewhere = await empty.admin.call('createLocation', {
      body: 'x' as never,
      headers: { 'content-type': 'application/zip' },
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('who may bring a register, and where', () => {
  test('only an administrator who sees all locations and has confirmed', async () => {
    const admin = await empty.as('admin');
    expect((await bring(admin, zip)).status).toBe(403);
    const limited = await empty.as('admin', { customPermissions: ['system:admin'], allowedLocationIds: [1] });
    expect((await bring(limited, zip)).status).toBe(403);
    const late = await empty.as('super_admin');
    await world.lapse(late);
    const refused = await bring(late, zip);
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm']);
  });

  test('only in an empty company: each kind of record is named', async () => {
    const kinds: [string, (company: TestCompany) => Promise<unknown>][] = [
      ['locations', (company) => company.location()],
      ['premises', ({ admin }) => admin.call('createPremises', { body: { name: 'Flat' } })],
      ['people', ({ admin }) => admin.call('createHolder', { body: { name: 'Ana' } })],
      ['printed labels', ({ admin }) => admin.call('makeBlankCodes', { body: { count: 1 } })],
      [
        'settings of its own',
        ({ admin }) =>
          admin.call('createSetting', {
            params: { category: 'statuses' },
            body: { name: 'lent', displayName: 'Lent' },
          }),
      ],
    ];
    for (const [what, make] of kinds) {
      const company = await world.newCompany();
      const isEmpty = async () => (await company.admin.call('getCompany')).body.isEmpty;
      expect(await isEmpty()).toBe(true);
      await make(company);
      // Then the page does not offer it.
      expect(await isEmpty()).toBe(false);
      const { status, body } = await bring(company.admin, zip);
      expect([status, body.code, body.detail]).toEqual([409, 'not_empty', `This company has ${what}.`]);
    }
  });

  test('not beyond the plan, and what the export says of users never gives more than they had', async () => {
    const company = await world.newCompany();
    const file = forged(
      both(
        record({
          record: 'user',
          id: 90_001,
          email: 'own-list@example.com',
          firstName: 'A',
          lastName: null,
          role: 'viewer',
          permissions: ['key:view'],
          customPermissions: [],
          allowedLocationIds: [],
          isActive: true,
        }),
        record({
          record: 'user',
          id: 90_002,
          email: 'elsewhere@example.com',
          firstName: 'B',
          lastName: null,
          role: 'officer',
          permissions: [],
          customPermissions: [],
          allowedLocationIds: [77],
          isActive: true,
        }),
        record({
          record: 'user',
          id: 90_003,
          email: 'left@example.com',
          firstName: 'C',
          lastName: null,
          role: 'officer',
          permissions: [],
          customPermissions: [],
          allowedLocationIds: [],
          isActive: false,
        }),
      ),
    );
    const checked = await company.admin.call('importRegister', { file, query: { dryRun: 'true' } });
    const { status, body } = await bring(company.admin, file);
    expect([status, JSON.stringify(body)]).toEqual([201, expect.any(String)]);
    const names = body.notTaken.flatMap(({ names: of }) => of);
    const known = checked.body.notTaken.filter(({ what }) => what === 'User').flatMap(({ names: of }) => of);
    // An email of another company is not told before the register comes in.
    expect(known).toEqual(names.filter((name) => !name.startsWith('admin-')));
    expect(checked.body.counts.users - body.counts.users).toBe(names.length - known.length);
    for (const email of ['own-list', 'elsewhere', 'left']) expect(names).toContain(`${email}@example.com`);
    expect(await world.sql('select from users where company_id = $1', [company.id])).toHaveLength(1);
  });

  test('two at once: one wins, the other is told, and the register is there once', async () => {
    const company = await world.newCompany();
    const other = await company.as('super_admin');
    const answers = await Promise.all([bring(company.admin, zip), bring(other, zip)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const sets = await world.sql('select from key_bunches where company_id = $1', [company.id]);
    expect(sets).toHaveLength(1);
    expect((await bring(company.admin, zip)).body.code).toBe('not_empty');
  });

  test('the same request sent again gets the first answer, also through a proxy that drops a "?" without a query', async () => {
    const company = await world.newCompany();
    const headers = {
      cookie: company.admin.cookie ?? '',
      'content-type': 'application/zip',
      'idempotency-key': '00000000-0000-4000-8000-00000000000a',
    };
    const url = '/api/imports/register';
    const [first, again] = [
      await world.request<'importRegister'>('POST', `${url}?`, zip, headers),
      await world.request<'importRegister'>('POST', url, zip, headers),
    ];
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
  });

  test('an export that was unpacked and packed again by Finder or Explorer comes in, folder and all', async () => {
    const company = await world.newCompany();
    const packed = new Map<string, Buffer>([['Northgate 26.11/', Buffer.alloc(0)]]);
    for (const [name, bytes] of files) {
      packed.set(`Northgate 26.11/${name}`, bytes);
      packed.set(`__MACOSX/Northgate 26.11/._${name}`, Buffer.from('fork'));
    }
    for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini'])
      packed.set(`Northgate 26.11/${name}`, Buffer.from('x'));
    const { status, body } = await bring(company.admin, zipped(packed));
    expect([status, body.counts?.sets], JSON.stringify(body)).toEqual([201, 1]);
    const other = await bring(
      empty.admin,
      changed((of) => of.set('My list.csv', Buffer.from('x'))),
    );
    expect([other.status, other.body.detail]).toEqual([
      400,
      'My list.csv is a name that no file of an export has.',
    ]);
  });

  test('no file stays on the disk', async () => {
    // Another file of tests may be sending one: each that is there goes.
    const sent = () => readdirSync(tmpdir()).filter((name) => name.startsWith('keyhold-sent-'));
    const there = sent();
    const left = () => sent().filter((name) => there.includes(name));
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  });
});
