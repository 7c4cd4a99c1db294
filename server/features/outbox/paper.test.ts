import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { minutesAgo as at, type PaperLineSent as Line, makePaperRoom } from '../../testing/paper.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

/** What does not fit, of a company. The rights of users here are not the log's. */
type Fault = { company_id: number; what: string };
const room = () => makePaperRoom(world);

describe('a sheet', () => {
  test('is recorded in the order of its times, with its sheet, line and writer', async () => {
    const { site, sian, gareth, bethan, newSet, answersOf, read, history } = await room();
    const [one, other] = [await newSet(), await newSet()];
    const lines = [
      { doneAt: at(30), kind: 'out', keyBunchId: one, holderId: bethan },
      { doneAt: at(90), kind: 'out', keyBunchId: one, holderId: gareth },
      { doneAt: at(60), kind: 'in', keyBunchId: one, newTag: '448512', keysCounted: 2 },
      { doneAt: at(80), kind: 'out', keyBunchId: other, holderId: gareth },
      { doneAt: at(70), kind: 'handOver', keyBunchId: other, holderId: bethan },
    ] satisfies Omit<Line, 'line'>[];
    const dry = await answersOf(lines, { dryRun: true });
    expect(dry.map(({ outcome }) => outcome)).toEqual(Array(5).fill('ready'));
    expect(dry[0]?.before).toMatchObject({ status: 'active', holder: null });
    expect(dry[4]?.before).toMatchObject({ status: 'issued', holder: 'Gareth Lowe' });
    expect(await history(one)).toEqual([]);
    const answers = await answersOf(lines);
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill('recorded'));
    const entries = await history(one);
    expect(entries.map(({ action, doneAt }) => [action, Date.parse(doneAt)])).toEqual([
      ['issue', Date.parse(at(30))],
      ['return', Date.parse(at(60))],
      ['issue', Date.parse(at(90))],
    ]);
    expect(entries[1]).toMatchObject({
      userId: sian.id,
      lateEntry: true,
      details: { paper: { sheet: 'P-0319, page 3', line: 3, writtenBy: 'Tom Whitaker' }, keysCounted: 2 },
    });
    expect(await read(one)).toMatchObject({ status: 'issued', holder: { name: 'Bethan Lowe' } });
    expect(Date.parse((await read(one)).issuedAt ?? '')).toBe(Date.parse(at(30)));
    expect((await read(other)).holder?.name).toBe('Bethan Lowe');
    expect(await world.chains(site.company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
    const faults = await Promise.all(Object.values(INVARIANTS).map(({ sql }) => world.sql<Fault>(sql)));
    const own = faults.flat().filter((fault) => fault.company_id === site.company.id);
    expect(own.filter(({ what }) => !what.startsWith('user '))).toEqual([]);
  });

  test('names what is in the way line by line, and records the others', async () => {
    const { gareth, bethan, newSet, answersOf, issue, history, read } = await room();
    const [out, free, past, tagged] = [await newSet(), await newSet(), await newSet(), await newSet()];
    await issue(out, bethan);
    await issue(past, bethan);
    const { identifier } = await read(free);
    const lines: Omit<Line, 'line'>[] = [
      { doneAt: at(0), kind: 'out', keyBunchId: out, holderId: gareth },
      { doneAt: at(60), kind: 'out', set: identifier.toLowerCase(), who: 'gareth lowe' },
      { doneAt: at(30), kind: 'in', keyBunchId: past, newTag: '77001' },
      { doneAt: at(20), kind: 'in', keyBunchId: tagged, newTag: '77002' },
      { doneAt: at(10), kind: 'in', set: identifier, newTag: '77003', keysCounted: 9 },
      { doneAt: at(9), kind: 'in', set: identifier },
      { doneAt: at(8), kind: 'out', set: 'NOWHERE-1', holderId: gareth },
      { doneAt: at(8), kind: 'out', keyBunchId: tagged, who: 'Nobody Known' },
      { doneAt: at(8), kind: 'out', keyBunchId: tagged },
      { doneAt: at(-5), kind: 'out', keyBunchId: tagged, holderId: gareth },
      { doneAt: at(32 * 24 * 60), kind: 'out', keyBunchId: tagged, holderId: gareth },
    ];
    const answers = await answersOf(lines);
    expect(answers.map(({ outcome, refused }) => refused ?? outcome)).toEqual([
      ...['out', 'recorded', 'earlier', 'not_out', 'too_many', 'no_tag'],
      ...['unknown_set', 'unknown_person', 'no_person', 'future', 'too_old'],
    ]);
    expect(answers[0]).toMatchObject({
      detail: 'Bethan Lowe',
      before: { status: 'issued', holder: 'Bethan Lowe' },
    });
    expect(answers[2]).toMatchObject({ detail: expect.stringMatching(/^Issued to Bethan Lowe, by /) });
    expect((await history(free)).map(({ action }) => action)).toEqual(['issue']);
    expect(await history(tagged)).toEqual([]);
  });

  test('a tag is on one line only, and a set with the tag of another is recorded to be looked at', async () => {
    const { gareth, newSet, answersOf, read } = await room();
    const [one, other, third] = [await newSet(), await newSet(), await newSet()];
    const worn = (await read(third)).currentTag ?? '';
    const outs = [one, other].map((keyBunchId) => ({
      ...{ doneAt: at(50), kind: 'out' as const, keyBunchId, holderId: gareth },
    }));
    const answers = await answersOf([
      ...outs,
      { doneAt: at(40), kind: 'in', keyBunchId: one, newTag: worn },
      { doneAt: at(30), kind: 'in', keyBunchId: other, newTag: worn },
    ]);
    expect(answers.slice(2)).toMatchObject([
      { outcome: 'recorded', checks: [{ check: 'tag_elsewhere' }] },
      { refused: 'tag_on_line', detail: '3' },
    ]);
    expect((await read(other)).status).toBe('issued');
  });
});

describe('the same sheet', () => {
  test('of two people at once is recorded once, and the other is told line by line', async () => {
    const { site, gareth, newSet, send, answersOf, history } = await room();
    const tom = await site.company.as('officer');
    const sets = [await newSet(), await newSet()];
    const lines = sets.flatMap((keyBunchId, index) => [
      { doneAt: at(60), kind: 'out' as const, keyBunchId, holderId: gareth },
      { doneAt: at(40), kind: 'in' as const, keyBunchId, newTag: `99${index}`, holderId: gareth },
    ]);
    const both = await Promise.all([send(lines), send(lines, { by: tom })]);
    const outcomes = both.map(({ body }) =>
      body.answers.map(({ outcome }: { outcome: string }) => outcome).join(),
    );
    expect(outcomes.toSorted()).toEqual([
      'already,already,already,already',
      'recorded,recorded,recorded,recorded',
    ]);
    expect((await answersOf(lines, { dryRun: true })).map(({ outcome }) => outcome)).toEqual(
      Array(4).fill('already'),
    );
    for (const id of sets) expect(await history(id)).toHaveLength(2);
  });

  test('an undone line is not taken for one that stands there, and the later entry is named', async () => {
    const { sian, gareth, newSet, answersOf } = await room();
    const id = await newSet();
    const lines = [{ doneAt: at(60), kind: 'out' as const, keyBunchId: id, holderId: gareth }];
    await answersOf(lines);
    expect((await sian.call('undoCustody', { params: { id }, body: {} })).status).toBe(200);
    expect(await answersOf(lines)).toMatchObject([
      { refused: 'earlier', detail: expect.stringMatching(/undone/) },
    ]);
  });
});

describe('who may type it in', () => {
  test('needs issue and return, its location, a sheet and a writer; nothing is recorded otherwise', async () => {
    const { site, gareth, newSet, send, history } = await room();
    const id = await newSet();
    const lines = [{ doneAt: at(60), kind: 'out' as const, keyBunchId: id, holderId: gareth }];
    const only = await site.company.as('viewer', { customPermissions: ['key:issue'] });
    expect((await send(lines, { by: only })).status).toBe(403);
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect((await send(lines, { by: elsewhere })).status).toBe(404);
    const body = { locationId: site.here.id, lines: lines.map((line) => ({ ...line, line: 1 })) };
    const { status, body: refused } = await site.admin.call('recordPaper', { body });
    expect([status, Object.keys(refused.errors ?? {}).sort()]).toEqual([400, ['sheet', 'writtenBy']]);
    expect(await history(id)).toEqual([]);
  });
});
