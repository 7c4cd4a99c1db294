import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { plainDigits } from '../../../shared/digits.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

const addHolder = async (site: Site, name: string, about: Record<string, unknown> = {}) =>
  (await site.admin.call('createHolder', { body: { name, ...about } })).body.id;
const issue = (site: Site, id: number, about: Record<string, unknown>) =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', ...about } });
const bringBack = (site: Site, id: number, newTag: string) =>
  site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', newTag } });

describe('what a code is', () => {
  const ask = async (by: Person, code: string) => {
    const { kind, by: what, keyBunches, holder } = (await by.call('lookUp', { query: { code } })).body;
    return [kind, what, ...keyBunches.map(({ identifier }) => identifier), ...(holder ? [holder.name] : [])];
  };

  test('an NFC serial before a badge, a badge before a tag, a tag before a set ID, each however it is written', async () => {
    const site = await makeSite(world);
    const make = (identifier: string, currentTag: string, nfcSerial?: string) =>
      site.company.bunch(site.here.id, { identifier, currentTag, nfcSerial });
    await make('C-1', 'AB 1', '04AA01');
    await make('C-2', 'AB 2');
    await make('ab-2', 'AB 3');
    await make('04aa01', 'AB 4');
    await make('C-5', 'X-5');
    await addHolder(site, 'Ana', { badge: 'X-5' });
    await addHolder(site, 'Ben', { badge: '04:aa:01' });
    expect(await ask(site.admin, '04:aa:01')).toEqual(['keyBunch', 'nfcSerial', 'C-1']);
    expect(await ask(site.admin, 'x5')).toEqual(['holder', null, 'Ana']);
    expect(await ask(site.admin, 'ab-2')).toEqual(['keyBunch', 'tag', 'C-2']);
    expect(await ask(site.admin, 'c1')).toEqual(['keyBunch', 'identifier', 'C-1']);
    await make('c 1', 'AB 6');
    expect(await ask(site.admin, 'C-1')).toEqual(['several', 'identifier', 'c 1', 'C-1']);
    expect(await ask(site.admin, 'nothing')).toEqual(['unknown', null]);
    const viewer = await site.company.as('viewer', { permissions: ['key:view'] });
    expect(await ask(viewer, 'x5')).toEqual(['keyBunch', 'tag', 'C-5']);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    for (const code of ['04AA01', 'AB 2', 'C-2']) {
      const [kind] = await ask(limited, code);
      expect(kind, code).toBe(code === '04AA01' ? 'holder' : 'unknown');
      expect((await ask((await makeSite(world)).admin, code))[0]).toBe('unknown');
    }
  });

  test('digits of any script are read as 0 to 9, whichever the register has', async () => {
    const site = await makeSite(world);
    const make = (identifier: string, currentTag: string, nfcSerial?: string) =>
      site.company.bunch(site.here.id, { identifier, currentTag, nfcSerial });
    await make('N-1', '448501', '04112233');
    await make('N-2', '٤٤٨٥٠٢');
    await addHolder(site, 'Ana', { badge: 'NK-1003' });
    for (const tag of ['４４８５０１', '٤٤٨٥٠١', '۴۴۸ ۵۰۱', '४४८५०१', '448501'])
      expect(await ask(site.admin, tag), tag).toEqual(['keyBunch', 'tag', 'N-1']);
    for (const tag of ['448502', '４４８５０２', '٤٤٨٥٠٢'])
      expect(await ask(site.admin, tag), tag).toEqual(['keyBunch', 'tag', 'N-2']);
    expect(await ask(site.admin, 'n-１')).toEqual(['keyBunch', 'identifier', 'N-1']);
    expect(await ask(site.admin, '０４:١١:22:33')).toEqual(['keyBunch', 'nfcSerial', 'N-1']);
    expect(await ask(site.admin, 'nk １００３')).toEqual(['holder', null, 'Ana']);
    expect(await ask(site.admin, '٤٤٨٥٠٣')).toEqual(['unknown', null]);
    const list = async (q: string) =>
      (await site.admin.call('listKeyBunches', { query: { q } })).body.map(({ identifier }) => identifier);
    expect(await list('٤٤٨٥٠١')).toEqual(['N-1']);
    expect(await list('８５０')).toEqual(['N-1', 'N-2']);
    const check = { query: { tag: '４４８５０２' } };
    expect((await site.admin.call('checkKeyBunch', check)).body.tag).toMatchObject({ identifier: 'N-2' });
  });

  test('the database reads the digits of a script as the browser does', async () => {
    const signs = Array.from({ length: 0xffff }, (_, n) => String.fromCharCode(n + 1));
    const digits = [...signs.filter((sign) => /\p{Nd}/u.test(sign)), 'No. ٣a'];
    const read = await world.sql<{ text: string }>(
      'select plain_digits(one) as text from unnest($1::text[]) with ordinality all_of (one, at) order by at',
      [digits],
    );
    expect(read.map(({ text }) => text)).toEqual(digits.map(plainDigits));
  });

  test('a former tag is nobody’s, the broken one of a set that is out is still its own', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'G', currentTag: '500' });
    await issue(site, id, {});
    expect(await ask(site.admin, '500')).toEqual(['keyBunch', 'tag', 'G']);
    await bringBack(site, id, '501');
    expect(await ask(site.admin, '500')).toEqual(['unknown', null]);
    expect(await ask(site.admin, '501')).toEqual(['keyBunch', 'tag', 'G']);
  });
});

describe('the next tag', () => {
  test('follows the last return of the location, with its prefix and zeros, past numbers that any set wore', async () => {
    const site = await makeSite(world);
    const tags = async (by = site.admin, locationId = site.here.id) =>
      (await by.call('getNextTag', { query: { locationId } })).body;
    const next = async (by?: Person, locationId?: number) => {
      const { following, ...next } = await tags(by, locationId);
      expect(following).toHaveLength(next.next === null ? 0 : 49);
      return next;
    };
    expect(await next()).toEqual({ last: null, next: null });
    const fresh = await site.company.location();
    const behind = async (currentTag: string) => {
      await site.company.bunch(fresh.id, { currentTag });
      return (await next(site.admin, fresh.id)).next;
    };
    expect(await behind('A-9000')).toBeNull();
    expect(await behind('0998')).toBe('0999');
    expect(await behind('00000997')).toBe('0999');
    expect(await behind('999')).toBe('1000');
    expect(await behind('1000')).toBe('1001');
    expect(await behind('98765432109876543210')).toBe('98765432109876543211');
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await next(elsewhere, fresh.id)).toEqual({ last: null, next: null });
    const a = (await site.company.bunch(site.here.id)).id;
    const b = (await site.company.bunch(site.there.id, { currentTag: 'A-0101' })).id;
    const turn = async (id: number, tag: string) => {
      await issue(site, id, {});
      await bringBack(site, id, tag);
    };
    await turn(a, 'A-0099');
    expect(await next()).toEqual({ last: 'A-0099', next: 'A-0100' });
    const [first, second] = (await tags()).following;
    expect([first, second], 'another set wears A-0101').toEqual(['A-0102', 'A-0103']);
    await turn(b, 'A-0100');
    expect(await next()).toEqual({ last: 'A-0099', next: 'A-0102' });
    expect(await next(site.admin, site.there.id)).toEqual({ last: 'A-0100', next: 'A-0102' });
    await issue(site, a, {});
    await site.admin.call('undoCustody', { params: { id: a }, body: {} });
    expect((await next()).last).toBe('A-0099');
    await issue(site, a, {});
    await bringBack(site, a, 'A-7000');
    expect((await next()).last).toBe('A-7000');
    await site.admin.call('undoCustody', { params: { id: a }, body: {} });
    expect((await next()).last, 'a return that was undone gave no tag').toBe('A-0099');
    await bringBack(site, a, 'A-0102');
    await turn(a, 'blue');
    expect(await next()).toEqual({ last: 'blue', next: null });
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await next(limited)).toEqual({ last: null, next: null });
  });
});

describe('a receipt', () => {
  const receipt = (by: Person, batchId: string) => by.call('getReceipt', { params: { batchId } });
  const path = 'M0 0L10 10';
  const sha256 = createHash('sha256').update(path).digest('hex');

  test('says what was issued together, to whom, until when and who signed, and what of it was undone', async () => {
    const site = await makeSite(world);
    await world.sql(
      "update companies set receipt_terms = 'Look after them', timezone = 'Europe/London' where id = $1",
      [site.company.id],
    );
    const holderId = await addHolder(site, 'Ana Ruiz', {
      organisation: 'Ruiz Lifts',
      email: 'ana@example.com',
    });
    const one = await site.company.bunch(site.here.id, {
      keyCount: 3,
      fobCount: 1,
      keyDescription: 'Secret door',
    });
    const two = await site.company.bunch(site.there.id);
    const dueAt = '2120-01-01T06:00:00.000000Z';
    const { body: batch } = await site.admin.call('issueBatch', {
      body: {
        holderId,
        purpose: 'Lifts',
        notes: 'Side door',
        dueAt,
        signature: { signer: 'Ana Ruiz', path },
        items: [{ keyBunchId: one.id }, { keyBunchId: two.id }],
      },
    });
    const item = (bunch: typeof one, about = {}) => ({
      identifier: bunch.identifier,
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keysCounted: null,
      fobsCounted: null,
      approvedBy: null,
      approvedHow: null,
      emergencyReason: null,
      withoutSecondPerson: false,
      tag: bunch.currentTag,
      dueAt,
      undone: false,
      ...about,
    });
    const { status, body } = await receipt(site.admin, batch.batchId);
    expect(status).toBe(200);
    expect(body).toEqual({
      batchId: batch.batchId,
      action: 'issue',
      at: expect.stringMatching(/Z$/),
      timezone: 'Europe/London',
      company: site.company.name,
      terms: 'Look after them',
      holder: { name: 'Ana Ruiz', organisation: 'Ruiz Lifts', phone: null, email: 'ana@example.com' },
      location: `${site.here.name}, ${site.there.name}`,
      mail: false,
      officer: 'Dana Holt',
      purpose: 'Lifts',
      notes: 'Side door',
      signature: { signer: 'Ana Ruiz', path, sha256 },
      items: [item(one), item(two)],
    });
    expect(JSON.stringify(body)).not.toContain('Secret');
    await site.admin.call('updateKeyBunch', { params: { id: one.id }, body: { keyCount: 9 } });
    await site.admin.call('undoCustody', { params: { id: two.id }, body: {} });
    expect((await receipt(site.admin, batch.batchId)).body.items).toEqual([
      item(one),
      item(two, { undone: true }),
    ]);
    const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
    const seen = (await receipt(limited, batch.batchId)).body;
    expect([seen.items, seen.holder.email]).toEqual([[item(one)], null]);
  });

  test('of a return has the new tags and what was counted; a signature that was changed is none', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { keyCount: 3 });
    await issue(site, bunch.id, {});
    const { body: batch } = await site.admin.call('returnBatch', {
      body: {
        signature: { signer: 'Callum Reid', path },
        items: [{ keyBunchId: bunch.id, newTag: '900', keysCounted: 2 }],
      },
    });
    const { body } = await receipt(site.admin, batch.batchId);
    expect(body).toMatchObject({ action: 'return', holder: { name: 'Callum Reid', organisation: null } });
    expect(body.items).toMatchObject([
      { tag: '900', keyCount: 3, keysCounted: 2, fobsCounted: null, dueAt: null },
    ]);
    expect(body.signature?.sha256).toBe(sha256);
    await world.sql(
      "set session_replication_role = replica; update signatures set path = 'M1 1'; set session_replication_role = origin",
    );
    expect((await receipt(site.admin, batch.batchId)).body.signature).toBeNull();
  });

  test('that is none, another company’s or out of sight is not found; nor is that which undid one', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await issue(site, bunch.id, {});
    const batchOf = async () =>
      (await site.admin.call('listMovements', { query: { limit: 1 } })).body[0]?.details.batchId ?? '';
    const batchId = await batchOf();
    expect((await receipt(site.admin, batchId)).status).toBe(200);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    await site.admin.call('undoCustody', { params: { id: bunch.id }, body: {} });
    for (const [by, id] of [
      [limited, batchId],
      [(await makeSite(world)).admin, batchId],
      [site.admin, randomUUID()],
      [site.admin, 'nonsense'],
      [site.admin, await batchOf()],
    ] as const) {
      const { status, body } = await receipt(by, id);
      expect([status, body.message], id).toEqual([404, 'Receipt not found']);
    }
  });
});
