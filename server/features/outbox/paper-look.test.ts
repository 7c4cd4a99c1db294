import { describe, expect, test } from 'vitest';
import { minutesAgo as at, makePaperRoom, type PaperLineSent } from '../../testing/paper.ts';
import { ago, phoneAt } from '../../testing/phone.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const room = () => makePaperRoom(world);
type Line = Omit<PaperLineSent, 'line'>;
const ms = (...texts: (string | null | undefined)[]) => texts.map((text) => Date.parse(text ?? ''));

describe('a missing set that comes back', () => {
  /** A set with two keys that Owen had when it was reported lost two hours ago, which a phone sent now. */
  async function lost() {
    const phone = await phoneAt(world, { customPermissions: ['key:edit', 'key:move'] });
    const { set, see, entryOf, send, owen, read } = phone;
    const id = await set({ keyCount: 2 });
    const seen = await see(id);
    const out = { ...seen, status: 'issued', holderId: owen };
    const sent = await send([
      entryOf('issue', id, seen, { holderId: owen }, at(180)),
      entryOf('lost', id, out, { reason: 'Left on the train' }, at(120)),
    ]);
    expect(sent.body.answers.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
    expect(ms((await read(id)).missing?.since)).toEqual(ms(at(120)));
    return { ...phone, id };
  }

  test('on paper keeps its count, and was seen and is short since the time on the sheet', async () => {
    const { site, owen, callum, id, read, history } = await lost();
    const send = async (dryRun: boolean) => {
      const line = { line: 1, doneAt: at(60), kind: 'in' as const, keyBunchId: id, newTag: '55001' };
      const lines = [{ ...line, keysCounted: 1, holderId: callum }];
      const sheet = { locationId: site.here.id, sheet: 'P-0001', writtenBy: 'Tom Whitaker' };
      return (await site.admin.call('recordPaper', { body: { ...sheet, dryRun, lines } })).body.answers[0];
    };
    expect((await send(true))?.checks.map(({ check }) => check)).toEqual(['was_missing', 'short']);
    expect((await send(false))?.outcome).toBe('recorded');
    const { status, currentTag, short, lastSeenAt } = await read(id);
    expect([status, currentTag, short?.keysPresent, short?.lastHolder?.id]).toEqual([
      'active',
      '55001',
      1,
      owen,
    ]);
    expect(ms(short?.since, lastSeenAt)).toEqual(ms(at(60), at(60)));
    expect((await history(id))[0]).toMatchObject({
      action: 'status_change',
      details: { keysCounted: 1, keyCount: 2, returnedById: callum },
    });
    expect((await send(false))?.outcome).toBe('already');
  });

  test('in an entry without signal keeps its count, its note and its time', async () => {
    const { owen, id, see, entryOf, send, read } = await lost();
    const body = { newTag: '55002', keysCounted: 1, missingNote: 'The yard key', returnedBy: owen };
    const doneAt = at(60);
    expect((await send([entryOf('return', id, await see(id), body, doneAt)])).status).toBe(200);
    const { status, short, lastSeenAt } = await read(id);
    expect([status, short?.keysPresent, short?.note]).toEqual(['active', 1, 'The yard key']);
    expect(ms(short?.since, lastSeenAt)).toEqual(ms(doneAt, doneAt));
  });

  test('in an entry without signal is where it was put down', async () => {
    const { site, id, see, entryOf, send, read, history } = await lost();
    const doneAt = at(60);
    const body = { newTag: '55004', toLocationId: site.there.id };
    expect((await send([entryOf('return', id, await see(id), body, doneAt)])).body.answers[0]?.outcome).toBe(
      'recorded',
    );
    const { status, locationId, lastSeenAt } = await read(id);
    expect([status, locationId]).toEqual(['active', site.there.id]);
    expect(ms(lastSeenAt)).toEqual(ms(doneAt));
    const [moved] = await history(id);
    expect([moved?.action, ms(moved?.doneAt)]).toEqual(['location_move', ms(doneAt)]);
  });

  test('and a return of a set that is out, go by the time they were done', async () => {
    const { set, see, entryOf, send, owen, read } = await phoneAt(world);
    const id = await set();
    const seen = await see(id);
    const out = { ...seen, status: 'issued', holderId: owen };
    await send([
      entryOf('issue', id, seen, { holderId: owen }, ago(90)),
      entryOf('return', id, out, { newTag: '55003', keysCounted: 0 }, at(60)),
    ]);
    const { short, lastSeenAt } = await read(id);
    expect(ms(short?.since, lastSeenAt)).toEqual(ms(at(60), at(60)));
  });
});

describe('a line', () => {
  test('says everything that is to be looked at', async () => {
    const { gareth, newSet, answersOf, read } = await room();
    const [set, other] = [await newSet({ keyCount: 4 }), await newSet()];
    const worn = (await read(other)).currentTag ?? '';
    await answersOf([{ doneAt: at(90), kind: 'out', keyBunchId: set, holderId: gareth }]);
    const [back] = await answersOf(
      [{ doneAt: at(30), kind: 'in', keyBunchId: set, newTag: worn, keysCounted: 0 }],
      { dryRun: true },
    );
    expect(back?.checks).toEqual([
      { check: 'tag_elsewhere', detail: (await read(other)).identifier },
      { check: 'short', detail: '4' },
    ]);
    await world.sql("update key_bunches set status = 'inactive' where id = $1", [other]);
    const out: Line[] = [{ doneAt: at(0), kind: 'out', keyBunchId: other, holderId: gareth }];
    expect((await answersOf(out, { dryRun: true }))[0]?.checks).toEqual([
      { check: 'status', detail: 'inactive' },
    ]);
  });

  test('names a person by their badge, and says when several have the name', async () => {
    const { site, newSet, answersOf } = await room();
    const add = async (name: string, badge?: string) =>
      (await site.admin.call('createHolder', { body: { name, kind: 'contractor', badge } })).body.id;
    const ana = await add('Ana Ruiz', 'NK-1003');
    await add('Sam Twin');
    await add('Sam Twin');
    const set = await newSet();
    const lines: Line[] = [
      { doneAt: at(60), kind: 'out', keyBunchId: set, who: 'nk-1003' },
      { doneAt: at(50), kind: 'in', keyBunchId: set, newTag: '66001' },
      { doneAt: at(40), kind: 'out', keyBunchId: set, who: 'sam twin' },
    ];
    const answers = await answersOf(lines);
    expect(answers).toMatchObject([
      { outcome: 'recorded', badgeOf: 'Ana Ruiz' },
      { outcome: 'recorded' },
      { refused: 'several_people', detail: 'sam twin' },
    ]);
    const held = await world.sql<{ holder_id: number }>(
      "select holder_id from movement_history where key_bunch_id = $1 and action_type = 'issue'",
      [set],
    );
    expect(held).toEqual([{ holder_id: ana }]);
  });

  test('counts against a limit what the person had at its time', async () => {
    const { site, gareth, newSet, answersOf } = await room();
    const limited = (
      await site.admin.call('createHolder', {
        body: { name: 'Lena One', kind: 'contractor', maxSets: 1 },
      })
    ).body.id;
    const [one, other, third] = [await newSet(), await newSet(), await newSet()];
    const checksOf = async (lines: Line[], dryRun: boolean) =>
      (await answersOf(lines, { dryRun })).map(({ checks }) => checks.map(({ check }) => check).join());
    const out = (keyBunchId: number, minutes: number, holderId = limited): Line => ({
      ...{ doneAt: at(minutes), kind: 'out', keyBunchId, holderId },
    });
    const back = (keyBunchId: number, minutes: number, newTag: string): Line => ({
      ...{ doneAt: at(minutes), kind: 'in', keyBunchId, newTag },
    });
    for (const dryRun of [true, false])
      expect(await checksOf([out(one, 200), out(other, 190), back(one, 180, '77001')], dryRun)).toEqual([
        ...['', 'limit', ''],
      ]);
    // At 195 only the first was out, at 185 both, at 210 none; the second is out today.
    await answersOf([back(other, 100, '77002'), out(other, 90, gareth)]);
    expect(await checksOf([out(third, 210)], true)).toEqual(['']);
    expect(await checksOf([out(third, 185)], true)).toEqual(['limit']);
    expect(await checksOf([out(third, 80)], true)).toEqual(['']);
    // A set that was reported lost since was with them then.
    const fourth = await newSet();
    await answersOf([out(fourth, 75)]);
    const lost = { params: { id: fourth }, body: { status: 'missing' as const } };
    expect((await site.admin.call('updateKeyBunch', lost)).status).toBe(200);
    expect(await checksOf([out(third, 60)], true)).toEqual(['limit']);
    expect(await checksOf([out(third, 78)], true)).toEqual(['']);
  });
});
