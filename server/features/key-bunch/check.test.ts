import { describe, expect, test } from 'vitest';
import { plainDigits } from '../../../shared/digits.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

/** Cyrillic and Greek letters that look like Latin ones, each before its twin. */
const TWINS = 'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkмmтtвbнhαaβbεeηhιiκkμmνnοoρpτtυyχxγyζz';
const TWIN = new Map([...TWINS].flatMap((sign, at, all) => (at % 2 ? [] : [[sign, all[at + 1] ?? sign]])));

/** O, and I and l, of three alphabets beside digits. */
const LETTER_O = /[OoОоΟο](?=[OoОоΟοIlІΙ]*[0-9])|(?<=[0-9][OoОоΟοIlІΙ]*)[OoОоΟο]/g;
const LETTER_L = /[IlІΙ](?=[IlІΙ]*[0-9])|(?<=[0-9][IlІΙ]*)[IlІΙ]/g;

/** The rule in another language than the database's. */
const lookOf = (code: string): string =>
  Array.from(
    plainDigits(code).normalize('NFKC').replace(LETTER_O, '0').replace(LETTER_L, '1').toLowerCase(),
    (sign) => TWIN.get(sign) ?? sign,
  )
    .join('')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .trim();

const world = useWorld();
const NOTHING = { identifier: null, tag: null, position: null, formerTag: null };

describe('S-31 the check of a form', () => {
  test('tells which visible set carries the identifier or the tag, and where, and leaves one out', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { identifier: 'Gate 7', currentTag: '448001' });
    const found = { identifier: 'Gate 7', locationName: site.here.name };
    const check = async (query: Record<string, string | number>, me = site.admin) =>
      (await me.call('checkKeyBunch', { query })).body;
    expect(await check({ identifier: ' gate 7 ', tag: '448001' })).toEqual({
      identifier: { ...found, code: 'Gate 7' },
      tag: { ...found, code: '448001' },
      position: null,
      formerTag: null,
    });
    expect(await check({ identifier: 'Gate', tag: '44800' })).toEqual(NOTHING);
    expect(await check({ identifier: 'Gate 7', tag: '448001', except: bunch.id })).toEqual(NOTHING);
    expect(await check({})).toEqual(NOTHING);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ identifier: 'Gate 7', tag: '448001' }, limited)).toEqual(NOTHING);
    const stranger = (await world.newCompany()).admin;
    expect(await check({ identifier: 'Gate 7', tag: '448001' }, stranger)).toEqual(NOTHING);
  });

  test('names the set whose identifier or tag people cannot tell from this one, and an equal one first', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { identifier: 'A-1', currentTag: 'B-017' });
    const check = async (query: Record<string, string | number>, me = site.admin) =>
      (await me.call('checkKeyBunch', { query })).body;
    const set = { identifier: 'A-1', locationName: site.here.name };
    for (const identifier of ['A\u20101', 'A\u20111', 'A-\uff11', '\u0410-1', '\uff21-1', 'a-01', 'Α-1'])
      expect((await check({ identifier })).identifier, identifier).toEqual({ ...set, code: 'A-1' });
    for (const tag of ['B\u2010017', 'B-17', '\u0412-017', 'b-\uff1017'])
      expect((await check({ tag })).tag, tag).toEqual({ ...set, code: 'B-017' });
    for (const other of ['A-2', 'A1', 'A-10', 'AA-1'])
      expect(await check({ identifier: other, tag: other }), other).toEqual(NOTHING);
    expect(await check({ identifier: 'А-1', tag: 'B-17', except: bunch.id })).toEqual(NOTHING);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ identifier: 'А-1', tag: 'B-17' }, limited)).toEqual(NOTHING);
    expect(await check({ identifier: 'А-1', tag: 'B-17' }, (await world.newCompany()).admin)).toEqual(
      NOTHING,
    );
    await site.company.bunch(site.here.id, { identifier: 'А-1', currentTag: 'B-17' });
    expect((await check({ identifier: 'А-1', tag: 'B-17' })).identifier?.code).toBe('А-1');
    expect((await check({ identifier: 'A-1', tag: 'B-017' })).tag?.code).toBe('B-017');
  });

  test('the database sees the look of every code', async () => {
    const twins = 'аеорсухіјѕһԁԛԝкмтвнαβεηικμνορτυχγζ';
    const dashes =
      '-\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u301c\u3030\u30a0\ufe31\ufe58\ufe63\uff0d';
    const codes = [
      ...twins,
      ...twins.toUpperCase(),
      ...dashes,
      '017',
      'A0017',
      '0',
      '00',
      '1 0',
      'a  b',
      '\u00a0x\u3000',
      'ﬁ',
      '①',
      'Ⅳ',
      'K',
      'µ',
      '²',
      'İ',
      'ß',
      '00-007',
      ...['O0O 1', '0OO 1', 'KO1', 'OIl', '0Ol', 'lO0', 'Lobby1', 'MILL 3', 'iO1', 'L1', '1l'],
      '1.01',
      ...['٠١٧', '017', '０１７', 'O٣'],
    ];
    const rows = await world.sql<{ code: string; look: string }>(
      'select code, look_of(code) as look from unnest($1::text[]) code',
      [codes],
    );
    expect(rows.map(({ code, look }) => [code, look])).toEqual(codes.map((code) => [code, lookOf(code)]));
  });

  test('D-21 a tag that was worn before is told with its last wearer, the place and the time', async () => {
    const site = await makeSite(world);
    const wore = await site.company.bunch(site.here.id, { identifier: 'Gate 8', currentTag: '500' });
    const params = { id: wore.id };
    const check = async (query: Record<string, string | number>, me = site.admin) =>
      (await me.call('checkKeyBunch', { query })).body.formerTag;
    expect(await check({ tag: '500', except: wore.id })).toBeNull();
    await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    const lastWornAt = (await site.admin.call('listMovements')).body[0]?.timestamp;
    const former = { identifier: 'Gate 8', locationName: site.here.name, lastWornAt };
    expect(await check({ tag: '500', except: wore.id })).toEqual({ ...former, isExcept: true });
    await site.admin.call('returnKeyBunch', { params, body: { officerName: 'Callum Reid', newTag: '501' } });
    expect(await check({ tag: '500' })).toEqual({
      ...former,
      lastWornAt: expect.any(String),
      isExcept: false,
    });
    expect(await check({ tag: '501', except: wore.id })).toBeNull();
    await site.admin.call('deleteKeyBunch', { params });
    expect(await check({ tag: '500' })).toMatchObject({ identifier: 'Gate 8', isExcept: false });
    expect(await check({ tag: '501' })).toMatchObject({ identifier: 'Gate 8', isExcept: false });
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ tag: '500' }, limited)).toBeNull();
    expect(await check({ tag: '500' }, (await world.newCompany()).admin)).toBeNull();
  });
});
