import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

// A typed code, or one from a reader that acts as a keyboard, is an NFC serial, a tag number or a set ID.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

let seals = 448_100;
/** An open audit of a cabinet with a set that has an NFC tag, one that has none, and one that is out. */
async function audit(keyType: string | null = null) {
  const place = await site.company.location();
  const set = (about: Record<string, unknown> = {}) => {
    seals += 1;
    return site.company.bunch(place.id, {
      identifier: `IB-${seals}`,
      currentTag: String(seals),
      type: 'static',
      ...about,
    });
  };
  const linked = await set({ nfcSerial: `04:A1:${place.id}` });
  const bare = await set();
  const out = await set();
  await site.admin.call('issueKeyBunch', { params: { id: out.id }, body: { officerName: 'Callum Reid' } });
  const { body } = await site.admin.call('startAudit', {
    body: { locationId: place.id, keyType, mode: 'nfc' },
  });
  const scan = (nfcSerial: string, typed = true) =>
    site.admin.call('scanAudit', { body: { auditSessionId: body.id, nfcSerial, typed } });
  const read = async () => (await site.admin.call('getAudit', { params: { id: body.id } })).body;
  return { place, set, linked, bare, out, scan, read };
}

describe('a typed code', () => {
  test('is a serial, a tag number or a set ID, however it is spaced; the answer and the audit say which', async () => {
    const { place, set, linked, bare, scan, read } = await audit();
    const third = await set();
    const written = bare.identifier.toLowerCase().replace('-', ' ');
    const answers = [
      await scan(`04 a1 ${place.id}`),
      await scan(` ${bare.currentTag} `),
      await scan(third.identifier),
    ];
    expect(answers.map(({ body }) => [body.keyBunch?.id, body.matched])).toEqual([
      [linked.id, 'nfc'],
      [bare.id, 'tag'],
      [third.id, 'identifier'],
    ]);
    const again = await scan(written);
    expect([again.status, again.body.message]).toEqual([
      409,
      `${bare.identifier} has already been scanned in this audit`,
    ]);
    await site.admin.call('tickAudit', {
      params: { id: (await read()).id },
      body: { keyBunchId: bare.id, seen: false },
    });
    expect((await scan(written)).body.matched).toBe('identifier');
    const { seen } = await read();
    expect(seen.map(({ keyBunchId, matched, nfcScanned }) => [keyBunchId, matched, nfcScanned])).toEqual([
      [bare.id, 'identifier', false],
      [third.id, 'identifier', false],
      [linked.id, 'nfc', true],
    ]);
  });

  test('is found in the digits of another script', async () => {
    const { bare, scan } = await audit();
    const typed = String(bare.currentTag).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    const { matched, keyBunch } = (await scan(typed)).body;
    expect([matched, keyBunch?.id]).toEqual(['tag', bare.id]);
  });

  test('that an NFC reader told is a serial and nothing else', async () => {
    const { bare, scan, read } = await audit();
    const told = await scan(bare.currentTag ?? '', false);
    expect([told.status, told.body.message]).toEqual([404, 'Key bunch not found for this NFC tag']);
    expect((await read()).totalScanned).toBe(0);
  });

  test('that nothing answers to is refused in words that fit what was typed, and noted', async () => {
    const { scan, read } = await audit();
    const answer = await scan('990 017');
    expect([answer.status, answer.body]).toEqual([
      404,
      { message: 'No key set has this NFC serial, tag number or set ID', code: 'unknown_tag' },
    ]);
    expect((await read()).unknown.map(({ serial, typed }) => [serial, typed])).toEqual([['990017', true]]);
  });

  test('that a set of the location had as its tag before names the set, and does not count it', async () => {
    const { bare, scan, read } = await audit();
    const old = bare.currentTag ?? '';
    const elsewhere = await site.company.bunch((await site.company.location()).id, { currentTag: '991001' });
    for (const { id } of [bare, elsewhere]) {
      const body = { currentTag: `N-${id}`, reason: 'Resealed' };
      const change = await site.admin.call('updateKeyBunch', { params: { id }, body });
      expect(change.status).toBe(200);
    }
    const answer = await scan(old);
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        message: `This is an old tag of ${bare.identifier}. Look at the set, then tick it in the checklist.`,
        code: 'unknown_tag',
      },
    ]);
    expect((await scan('991001')).body.message).toBe('No key set has this NFC serial, tag number or set ID');
    const { totalScanned, unknown } = await read();
    expect([totalScanned, unknown.map(({ serial }) => serial)]).toEqual([0, [old, '991001']]);
  });

  test('that several sets answer to counts none of them', async () => {
    const { set, scan, read } = await audit();
    await set({ identifier: 'TWIN 1' });
    await set({ identifier: 'twin-1' });
    const answer = await scan('TWIN-1');
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'More than one key set is called TWIN-1. Tick it in the checklist.',
    ]);
    expect((await read()).totalScanned).toBe(0);
  });

  test('S-56 of a set that is out or registered elsewhere is refused and noted as one held to a reader', async () => {
    const { out, scan, read } = await audit();
    const stray = await site.company.bunch(site.there.id, { identifier: 'LDS-0201', currentTag: '551001' });
    const answers = [await scan(out.currentTag ?? ''), await scan('551001'), await scan('LDS-0201')];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, `${out.identifier} is recorded as issued to Callum Reid. Return it first.`],
      [409, `LDS-0201 is registered at ${site.there.name}`],
      [409, `LDS-0201 is registered at ${site.there.name}`],
    ]);
    expect((await read()).unexpected.map(({ keyBunchId }) => keyBunchId)).toEqual([out.id, stray.id]);
  });

  test('of a set of another type is refused in an audit of one type', async () => {
    const { set, place, scan } = await audit('static');
    const other = await set({ type: 'day_shift' });
    const answer = await scan(other.currentTag ?? '');
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `${other.identifier} is registered at ${place.name}`,
    ]);
  });
});
