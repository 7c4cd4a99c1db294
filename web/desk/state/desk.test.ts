import { describe, expect, test } from 'vitest';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { BATCH_MAX } from '../../../shared/limits.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { aBunch, aHolder, badge, context, found, outTo, owen, scanned, tag } from './desk-samples.ts';
import { type DeskContext, type DeskState, EMPTY_DESK } from './desk-state.ts';
import { type DeskEvent, reduce } from './reduce.ts';
import { isSecondBadge, tagsText, tagsWanted } from './scan.ts';
import { blockOf, doneOf, issueBody } from './to-send.ts';
import { countedLines, verdictOf, whatOf } from './verdict.ts';

const mayAllBut = (...not: Permission[]): DeskContext => ({ ...context, may: (one) => !not.includes(one) });

const deskAfter = (events: readonly DeskEvent[], at = context, from: DeskState = EMPTY_DESK): DeskState =>
  events.reduce((state, event) => reduce(state, event, at), from);
const ids = ({ lines }: DeskState) => lines.map(({ bunch, code }) => bunch?.identifier ?? code);

describe('the first code decides', () => {
  test('a badge starts an issue to that person', () => {
    const state = deskAfter([badge(owen)]);
    expect(state).toMatchObject({ mode: 'issue', person: owen, lines: [], answer: { tone: 'good' } });
  });

  test('a set that is in starts an issue and waits for the person, who may come at any time', () => {
    const [one, two] = [aBunch(), aBunch()];
    const asking = deskAfter([tag(one), tag(two)]);
    expect(asking).toMatchObject({ mode: 'issue', person: null });
    expect(ids(asking)).toEqual([two.identifier, one.identifier]);
    expect(deskAfter([badge(owen)], context, asking)).toMatchObject({ person: owen, lines: asking.lines });
  });

  test('a set that is out starts a return', () => {
    expect(deskAfter([tag(outTo('Megan Price'))])).toMatchObject({ mode: 'return', person: null });
  });

  test('a code that belongs to nothing starts nothing, and says so', () => {
    const state = deskAfter([scanned('999')]);
    expect(state).toMatchObject({ mode: 'waiting', lines: [], answer: { tone: 'bad', title: '999' } });
  });

  test('what the officer may not do is not begun', () => {
    const bunch = aBunch();
    expect(deskAfter([tag(bunch)], mayAllBut('key:issue'))).toMatchObject({ mode: 'waiting', lines: [] });
    expect(deskAfter([badge(owen)], mayAllBut('key:issue'))).toMatchObject({ mode: 'waiting', person: null });
    expect(deskAfter([tag(outTo('Ben'))], mayAllBut('key:return')).answer?.detail).toBe(
      'You may not return keys. Ask an administrator to change it.',
    );
  });

  test('after what was done the next scan begins afresh', () => {
    const batch = { batchId: 'b', at: '', keyBunches: [] };
    const done = deskAfter([
      tag(aBunch()),
      { type: 'detailsChanged', change: { purpose: 'Lock-up' } },
      { type: 'committed', done: { action: 'issue', batch, people: [], facts: '', short: 0 } },
    ]);
    expect(done).toMatchObject({ mode: 'done', lines: [] });
    expect(deskAfter([tag(outTo('Ben'))], context, done)).toMatchObject({
      mode: 'return',
      done: null,
      purpose: '',
    });
  });
});

describe('what counts and what does not', () => {
  const reasons = (state: DeskState, at = context) =>
    state.lines.map((line) => verdictOf(line, state, at)?.reason ?? null);

  test('at an issue: out, elsewhere, missing and unknown stand on the list with their reason', () => {
    const gone = aBunch({
      status: 'missing',
      missing: {
        since: '2026-11-17T14:02:00Z',
        lastHolder: null,
        lastLocation: { id: 1, name: 'Manchester HQ' },
        previousStatus: 'active',
      },
    });
    const state = deskAfter([
      badge(owen),
      tag(aBunch()),
      tag(outTo('Callum Reid')),
      tag(aBunch({ locationId: 2 })),
      tag(gone),
      scanned('0815'),
    ]);
    expect(reasons(state)).toEqual([
      'No set, tag or badge has this code.',
      'Missing since Tue 14:02',
      'Registered at Harbour Yard, not here',
      'Already out to Callum Reid since 17:04',
      null,
    ]);
    expect(countedLines(state, context)).toHaveLength(1);
  });

  test('a label that waits to be linked is a line that leads there, never a tag; linked, it is that set', () => {
    const label = scanned('7F3KQ2M9XA', { blank: '7F3KQ2M9XA' });
    const first = deskAfter([label, label]);
    expect([first.mode, reasons(first)]).toEqual(['issue', ['This label is not linked to a set yet.']]);
    const [line] = first.lines;
    const linked = deskAfter([{ type: 'linked', key: line?.key ?? 0, bunch: aBunch() }], context, first);
    expect(countedLines(linked, context)).toHaveLength(1);
    const back = deskAfter([tag(outTo('Callum Reid')), scanned('0123456789', { blank: '0123456789' })]);
    expect([back.mode, back.lines.length, back.lines[1]?.tagByHand]).toEqual(['return', 2, false]);
  });

  test('a set that the officer has goes on to the person who was chosen, and to no other person', () => {
    const own = outTo('Hannah Boyd', {
      holder: { name: 'Hannah Boyd', id: 7, userId: context.me },
      locationId: 2,
    });
    const state = deskAfter([badge(owen), tag(own), tag(aBunch())]);
    expect(reasons(state)).toEqual([null, null]);
    expect(issueBody(state, context).items).toEqual([
      { keyBunchId: own.id, fromHolderId: 7 },
      { keyBunchId: state.lines[0]?.bunch?.id },
    ]);
    const alone = deskAfter([badge(owen), tag(own)]);
    expect(alone.answer).toMatchObject({ tone: 'good', detail: expect.stringContaining('From you') });
    const sending = { key: 'k', body: {}, lines: [1], lastKey: 1, pending: true };
    expect(doneOf(alone, sending)).toMatchObject({ action: 'issue', isHandover: true });
    const oneself = deskAfter([badge({ ...aHolder(7, 'Hannah Boyd'), userId: context.me }), tag(own)]);
    expect(reasons(oneself)).toEqual(['Already out to Hannah Boyd since 17:04']);
    // Chosen afterwards, the person turns the line green; without one it has no way.
    const first = deskAfter([tag(aBunch()), tag(own)]);
    expect(reasons(first)[0]).toMatch(/^Already out/);
    expect(reasons(deskAfter([badge(owen)], context, first))).toEqual([null, null]);
  });

  test('a desk without a location takes sets from anywhere', () => {
    const elsewhere = aBunch({ locationId: 2 });
    expect(
      reasons(deskAfter([badge(owen), tag(elsewhere)], { ...context, location: null }), {
        ...context,
        location: null,
      }),
    ).toEqual([null]);
  });

  test('who can lift a refusal is said when the officer cannot', () => {
    const limited = mayAllBut('key:move');
    const state = deskAfter([badge(owen), tag(aBunch({ locationId: 2 }))], limited);
    expect(state.answer?.detail).toBe(
      'Registered at Harbour Yard, not here. Ask an administrator to change it.',
    );
  });

  test('at a return: a set from elsewhere counts, one that is in does not', () => {
    const state = deskAfter([tag(outTo('Megan Price', { locationId: 2 })), tag(aBunch())]);
    expect(reasons(state)).toEqual(['Is not out. It belongs at Manchester HQ', null]);
  });

  test('a set stands on the list once, and renewed', () => {
    const bunch = aBunch({ locationId: 2 });
    const first = deskAfter([badge(owen), tag(bunch)]);
    const again = deskAfter([tag({ ...bunch, locationId: 1 })], context, first);
    expect(again).toMatchObject({ lines: [{ bunch: { locationId: 1 } }], answer: { tone: 'again' } });
    expect(countedLines(again, context)).toHaveLength(1);
  });

  test('a code that several sets have is asked about', () => {
    const both = [aBunch(), aBunch()];
    const asked = deskAfter([badge(owen), scanned('448', { kind: 'several', by: 'tag', keyBunches: both })]);
    expect(asked).toMatchObject({ choices: both, lines: [] });
    const [one] = both;
    if (!one) throw new Error('two were made');
    const chosen = deskAfter([{ type: 'setChosen', bunch: one }], context, asked);
    expect(chosen).toMatchObject({ choices: [], lines: [{ bunch: one }] });
  });

  test('at most fifty sets', () => {
    const events = Array.from({ length: BATCH_MAX }, () => tag(aBunch()));
    const full = deskAfter([...events, tag(aBunch())]);
    expect(full.lines).toHaveLength(BATCH_MAX);
    expect(full.answer).toMatchObject({ tone: 'bad' });
  });

  test('what the server refused turns red and the rest stays', () => {
    const [one, two] = [aBunch(), aBunch()];
    const sent = deskAfter([
      badge(owen),
      tag(one),
      tag(two),
      { type: 'sent', sending: { key: 'k', body: {}, lines: [1, 2], lastKey: 2, pending: true } },
      {
        type: 'failed',
        message: '1 key set could not be part of this. Nothing was recorded.',
        items: [{ keyBunchId: one.id, message: 'Keys are already issued', detail: 'Issued to Ben.' }],
        unknown: false,
      },
    ]);
    expect(reasons(sent)).toEqual([null, 'Keys are already issued. Issued to Ben.']);
    expect(sent.sending, 'what was refused is another intention').toBeNull();
    const looked = deskAfter(
      [{ type: 'lookedUp', bunches: [{ ...one, ...outTo('Ben'), id: one.id }], gone: [] }],
      context,
      sent,
    );
    expect(reasons(looked)).toEqual([null, 'Already out to Ben since 17:04']);
  });

  test('a line that was issued at another desk meanwhile turns, and the desk says so', () => {
    const [one, two] = [aBunch(), aBunch()];
    const list = deskAfter([badge(owen), tag(one), tag(two)]);
    const looked = deskAfter(
      [{ type: 'lookedUp', bunches: [{ ...one, ...outTo('Ben'), id: one.id }, two], gone: [] }],
      context,
      list,
    );
    expect(reasons(looked)).toEqual([null, 'Already out to Ben since 17:04']);
    expect(looked.answer).toMatchObject({ tone: 'bad', word: 'can no longer be issued' });
    const same = deskAfter([{ type: 'lookedUp', bunches: [two], gone: [] }], context, list);
    expect(same.answer).toBe(list.answer);
  });
});

test('the second scan of the badge issues, once something counts', () => {
  const scan = { code: 'B-1', found: found({ kind: 'holder', holder: owen }) };
  expect(isSecondBadge(deskAfter([badge(owen)]), scan, context)).toBe(false);
  expect(isSecondBadge(deskAfter([badge(owen), tag(outTo('Ben'))]), scan, context)).toBe(false);
  const ready = deskAfter([badge(owen), tag(aBunch())]);
  expect(isSecondBadge(ready, scan, context)).toBe(true);
  const other = { code: 'B-2', found: found({ kind: 'holder', holder: aHolder(2, 'Ana Ruiz') }) };
  expect(isSecondBadge(ready, other, context)).toBe(false);
  expect(deskAfter([{ type: 'scanned', ...other }], context, ready).answer?.word).toBe(
    'in place of Owen Hartley',
  );
});

test('the newest line is taken off, and with the last one the desk waits again', () => {
  const state = deskAfter([tag(aBunch()), tag(aBunch()), { type: 'newestRemoved' }]);
  expect(state.lines).toHaveLength(1);
  expect(deskAfter([{ type: 'newestRemoved' }], context, state)).toMatchObject({
    mode: 'waiting',
    lines: [],
  });
  expect(deskAfter([badge(owen), tag(aBunch()), { type: 'newestRemoved' }])).toMatchObject({
    mode: 'issue',
    person: owen,
  });
});

describe('new tags at a return', () => {
  const known: DeskEvent = {
    type: 'tagKnown',
    locationId: 1,
    last: '450117',
    next: '450118',
    following: ['450119', '450120', '450121', '450122', '450123'],
  };
  const tags = ({ lines }: DeskState) => lines.map((line) => line.tag);

  test('are filled in the order of scanning, whenever the number becomes known', () => {
    const two = deskAfter([tag(outTo('Megan Price')), tag(outTo('Megan Price'))]);
    expect(tags(two)).toEqual([null, null]);
    expect(tagsWanted(two, context)).toEqual([1]);
    const filled = deskAfter([known, tag(outTo('Megan Price'))], context, two);
    expect(tags(filled)).toEqual(['450120', '450119', '450118']);
    expect(tagsWanted(filled, context)).toEqual([]);
  });

  test('pass over numbers that a set has worn', () => {
    const worn = { ...known, following: ['450121'] };
    const state = deskAfter([tag(outTo('M')), worn, tag(outTo('M')), tag(outTo('M'))]);
    expect(tags(state)).toEqual(['', '450121', '450118']);
  });

  test('a scanned number that belongs to nothing, right after a set, is its tag; later ones go past it', () => {
    const state = deskAfter([
      known,
      tag(outTo('Megan Price')),
      known,
      scanned('450119'),
      tag(outTo('Megan Price')),
    ]);
    expect(tags(state)).toEqual(['450118', '450119']);
    const far = deskAfter([tag(outTo('Megan Price')), known, scanned('777001'), scanned('777002')]);
    expect(
      far.lines.map(({ code }) => code),
      'only right after the set',
    ).toContain('777002');
    expect(tags(far)).toEqual([null, '777001']);
    const short = deskAfter([tag(outTo('Megan Price')), known, scanned('0170')]);
    expect(tags(short), 'a number of another length is no tag of the series').toEqual(['450118']);
    expect(short.answer).toMatchObject({ tone: 'bad', title: '0170', word: 'not added' });
  });

  test('stay when another line is taken off: they may hang on the ring already', () => {
    const three = deskAfter([tag(outTo('M')), known, tag(outTo('M')), tag(outTo('M'))]);
    const less = deskAfter([{ type: 'lineRemoved', key: three.lines[2]?.key ?? 0 }], context, three);
    expect(tags(less)).toEqual(['450120', '450119']);
    expect(tags(deskAfter([tag(outTo('M'))], context, less))).toEqual(['450118', '450120', '450119']);
  });

  test('are typed where the last one was no number, and come from where the set goes', () => {
    const none = deskAfter([
      tag(outTo('M')),
      { type: 'tagKnown', locationId: 1, last: 'KH-9', next: null, following: [] },
    ]);
    expect(tags(none)).toEqual(['']);
    expect(tags(deskAfter([scanned('KH-10')], context, none))).toEqual(['KH-10']);

    const away = deskAfter([tag(outTo('M', { locationId: 2 }))]);
    expect(tagsWanted(away, context)).toEqual([2]);
    const key = away.lines[0]?.key ?? 0;
    const kept = deskAfter(
      [
        { type: 'tagKnown', locationId: 2, last: '9', next: '10', following: [] },
        { type: 'lineChanged', key, change: { keepHere: true } },
      ],
      context,
      away,
    );
    expect(tagsWanted(kept, context)).toEqual([1]);
    expect(tags(deskAfter([known], context, kept))).toEqual(['450118']);
  });

  test('a suggested number that nobody saw is not recorded; one that was typed or scanned is', () => {
    const one = deskAfter([tag(outTo('M')), known]);
    const key = one.lines[0]?.key ?? 0;
    expect(blockOf(one, context, undefined)).toMatch(/^Check the new tag of MCR-\d+: 450118\.$/);
    const seen: DeskEvent = { type: 'tagSeen', key, tag: '450118' };
    expect(blockOf(deskAfter([seen], context, one), context, undefined)).toBeNull();
    expect(blockOf(deskAfter([{ ...seen, tag: '450117' }], context, one), context, undefined)).not.toBeNull();
    const typed: DeskEvent = { type: 'tagTyped', key, tag: '450200' };
    expect(blockOf(deskAfter([typed], context, one), context, undefined)).toBeNull();
  });

  test('names several as a range only where each follows the one before', () => {
    expect(tagsText(['450119', '450118', '450120'])).toBe('450118 to 450120');
    expect(tagsText(['A-0099', 'A-0100'])).toBe('A-0099 to A-0100');
    expect(tagsText(['450118', '7', '450119'])).toBe('7, 450118, 450119');
    expect(tagsText(['9', '11', '13', '15'])).toBe('4 numbers');
    expect([tagsText(['450118']), tagsText([])]).toEqual(['450118', '']);
  });
});

test('what got no answer is sent again as it was, until its list is changed; a set added meanwhile is the next batch', () => {
  const sending = { key: 'k', body: {}, lines: [1], lastKey: 1, pending: true };
  const sent = deskAfter([
    badge(owen),
    tag(aBunch()),
    { type: 'sent', sending },
    { type: 'failed', message: 'Not sent.', items: [], unknown: true },
  ]);
  const unanswered = { sending: { ...sending, pending: false }, failure: 'Not sent.' };
  expect(sent).toMatchObject(unanswered);
  expect(deskAfter([tag(aBunch())], context, sent)).toMatchObject(unanswered);
  for (const event of [
    { type: 'newestRemoved' },
    { type: 'detailsChanged', change: { notes: 'x' } },
  ] as const)
    expect(deskAfter([event], context, sent)).toMatchObject({ sending: null, failure: null });
});

test('a line says what a set opens and which door, and nothing twice', () => {
  const premises = { id: 1, name: 'Brunel Court', address: null, postcode: null, client: null };
  const lines: [KeyBunch['premises'], string | null, string][] = [
    [[premises], 'residents’ lobby', 'Brunel Court, residents’ lobby'],
    [[premises], 'Brunel court, residents’ lobby', 'Brunel Court, residents’ lobby'],
    [[premises], null, 'Brunel Court'],
    [[], 'Side door', 'Side door'],
  ];
  for (const [premises, keyDescription, said] of lines)
    expect(whatOf(aBunch({ premises, keyDescription }))).toBe(said);
});
