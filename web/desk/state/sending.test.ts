import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BodyOf } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { aBunch, aHolder, badge, context, outTo, owen, tag } from './desk-samples.ts';
import { type DeskState, EMPTY_DESK } from './desk-state.ts';
import { type DeskEvent, reduce } from './reduce.ts';
import { isSecondBadge } from './scan.ts';
import { blockOf, doneOf, sendingOf } from './to-send.ts';
import { countedLines, verdictOf } from './verdict.ts';

const SETS = 6;
const RESERVED = {
  ...{ id: 1, from: '2026-11-22T06:00:00Z', until: '2026-11-22T12:00:00Z', isPicked: false },
  holder: { id: 7, name: 'Ana Ruiz', userId: null },
};

/** A desk, the server it sends to, and what its screen has shown. */
class Counter {
  state: DeskState = EMPTY_DESK;
  readonly sets: KeyBunch[];
  readonly isReturn: boolean;
  /** Sets that the screen called added and that were not removed since. */
  readonly promised = new Set<number>();
  /** Recorded sets by id; one per Idempotency-Key. */
  readonly recorded = new Set<number>();
  readonly keys = new Set<string>();

  constructor(isReturn: boolean) {
    this.isReturn = isReturn;
    this.sets = Array.from({ length: SETS }, () => (isReturn ? outTo('Megan Price') : aBunch()));
  }

  send(event: DeskEvent): void {
    const before = this.state.lines;
    this.state = reduce(this.state, event, context);
    const { answer } = this.state;
    if (event.type === 'scanned' && answer?.word === 'added')
      for (const { id, identifier } of this.sets) if (identifier === answer.title) this.promised.add(id);
    if (event.type === 'newestRemoved' || event.type === 'startedOver')
      for (const { key, bunch } of before)
        if (bunch && !this.state.lines.some((line) => line.key === key)) this.promised.delete(bunch.id);
  }

  scan(n: number): void {
    const bunch = this.sets[n];
    if (!bunch) return;
    const out = this.recorded.has(bunch.id) !== this.isReturn;
    this.send(tag({ ...bunch, status: out ? 'issued' : 'active', holder: out ? HOLDER : null }));
    this.send({
      type: 'tagKnown',
      locationId: 1,
      last: '450117',
      next: '450118',
      following: ['450119', '450120'],
    });
    for (const { key, tag: seen } of this.state.lines)
      if (seen) this.send({ type: 'tagSeen', key, tag: seen });
  }

  /** Pressing the primary, up to sending the request. */
  press(): void {
    if (this.state.sending?.pending || (this.state.mode !== 'issue' && this.state.mode !== 'return')) return;
    if (blockOf(this.state, context, undefined) !== null) return;
    this.send({ type: 'sent', sending: sendingOf(this.state, context) });
  }

  #items(): number[] {
    const body = this.state.sending?.body as BodyOf<'issueBatch'> | undefined;
    return body?.items.map(({ keyBunchId }) => keyBunchId) ?? [];
  }

  /** The server's response, which can be lost on its way back. */
  answer(isLost: boolean): void {
    const { sending } = this.state;
    if (!sending?.pending) return;
    const items = this.#items();
    const known = this.keys.has(sending.key);
    const refused = known ? [] : items.filter((id) => this.recorded.has(id));
    if (refused.length === 0) {
      for (const id of items) this.recorded.add(id);
      this.keys.add(sending.key);
    }
    if (isLost) this.send({ type: 'failed', message: 'No answer came.', items: [], unknown: true });
    else if (refused.length > 0)
      this.send({
        type: 'failed',
        message: 'Nothing was recorded.',
        items: refused.map((keyBunchId) => ({ keyBunchId, message: 'Already recorded', detail: undefined })),
        unknown: false,
      });
    else {
      const batch = { batchId: sending.key, at: '', keyBunches: [] };
      this.send({ type: 'committed', done: { ...doneOf(this.state, sending), batch } });
    }
  }

  /** The request never reached the server. */
  lose(): void {
    if (this.state.sending?.pending)
      this.send({ type: 'failed', message: 'Not sent.', items: [], unknown: true });
  }
}

const HOLDER = { name: 'Megan Price', id: 9, userId: null };

type Step = (desk: Counter) => void;
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.nat({ max: SETS - 1 }).map(
      (n): Step =>
        (desk) =>
          desk.scan(n),
    ),
  },
  { weight: 4, arbitrary: fc.constant<Step>((desk) => desk.press()) },
  {
    weight: 4,
    arbitrary: fc.boolean().map(
      (lost): Step =>
        (desk) =>
          desk.answer(lost),
    ),
  },
  ...[
    (desk: Counter) => desk.lose(),
    (desk: Counter) => desk.send(badge(owen)),
    (desk: Counter) => desk.send(badge(aHolder(2, 'Ana Ruiz'))),
    (desk: Counter) => desk.send({ type: 'undone', keyBunches: [] }),
    (desk: Counter) => desk.send({ type: 'newestRemoved' }),
    (desk: Counter) => desk.send({ type: 'startedOver' }),
    (desk: Counter) => desk.send({ type: 'personCleared' }),
    (desk: Counter) => desk.send({ type: 'detailsChanged', change: { notes: 'Ring first' } }),
  ].map((step) => ({ weight: 1, arbitrary: fc.constant<Step>(step) })),
);

test('over all orders of scans, sends, answers, refusals and undo, every set shown as added is recorded or still on the list', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(steps, { minLength: 3, maxLength: 40 }), (isReturn, taken) => {
      const desk = new Counter(isReturn);
      if (!isReturn) desk.send(badge(owen));
      for (const step of taken) {
        step(desk);
        const listed = new Set(desk.state.lines.map(({ bunch }) => bunch?.id));
        for (const id of desk.promised)
          expect(desk.recorded.has(id) || listed.has(id), `set ${id} is neither`).toBe(true);
      }
      // Retrying until the list is empty records every line or rejects it by name.
      for (let more = 0; more < 4; more += 1) {
        if (desk.state.mode === 'issue' && !desk.state.person) desk.send(badge(owen));
        desk.press();
        desk.answer(false);
      }
      const refused = new Set(desk.state.lines.flatMap(({ bunch }) => bunch?.id ?? []));
      for (const id of desk.promised) expect(desk.recorded.has(id) || refused.has(id)).toBe(true);
      expect(desk.state.sending).toBeNull();
    }),
    { numRuns: 3000 },
  );
});

test('a set scanned while a batch is on its way is the next batch, for the same person', () => {
  const [one, two] = [aBunch(), aBunch()];
  const desk = new Counter(false);
  for (const event of [badge(owen), tag(one)]) desk.send(event);
  desk.press();
  desk.send(tag(two));
  expect(desk.state.answer).toMatchObject({ title: two.identifier, word: 'added' });
  desk.answer(false);
  expect(desk.state).toMatchObject({ mode: 'issue', person: owen, lines: [{ bunch: two }], sending: null });
  expect(desk.state.answer).toMatchObject({ title: '1 set', word: 'issued to Owen Hartley' });
  expect(countedLines(desk.state, context)).toHaveLength(1);
});

test('a line that was excluded at sending and can be included since is the next batch, not part of the recorded one', () => {
  for (const isLost of [false, true]) {
    const [one, elsewhere] = [aBunch(), aBunch({ locationId: 2 })];
    const desk = new Counter(false);
    for (const event of [badge(owen), tag(one), tag(elsewhere)]) desk.send(event);
    desk.press();
    if (isLost) desk.answer(true);
    const here = { ...elsewhere, locationId: 1 };
    desk.send({ type: 'lookedUp', bunches: [here], gone: [] });
    if (isLost) desk.press();
    desk.answer(false);
    expect(desk.state).toMatchObject({ mode: 'issue', person: owen, lines: [{ bunch: here }] });
    expect(desk.state.answer).toMatchObject({ title: '1 set', word: 'issued to Owen Hartley' });
  }
});

test('a line that stays excluded ends with the recorded batch, and can be removed while it is sent', () => {
  const desk = new Counter(false);
  for (const event of [badge(owen), tag(aBunch()), tag(aBunch({ locationId: 2 }))]) desk.send(event);
  desk.press();
  const sent = desk.state;
  desk.answer(false);
  expect(desk.state).toMatchObject({ mode: 'done', lines: [], done: { people: [{ sets: 1 }] } });
  expect(reduce(sent, { type: 'newestRemoved' }, context).lines).toHaveLength(1);
});

test('a line on its way can be neither taken off nor changed, and the badge waits for sets that are not on their way', () => {
  const desk = new Counter(true);
  desk.scan(0);
  desk.press();
  const [line] = desk.state.lines;
  const before = desk.state.lines;
  for (const event of [
    { type: 'newestRemoved' },
    { type: 'startedOver' },
    { type: 'tagTyped', key: line?.key ?? 0, tag: '1' },
    { type: 'lineChanged', key: line?.key ?? 0, change: { counted: { keys: 0, fobs: 0 } } },
  ] as const)
    desk.send(event);
  expect(desk.state.lines).toEqual(before);

  const issue = new Counter(false);
  for (const event of [badge(owen), tag(aBunch())]) issue.send(event);
  issue.press();
  const again = { code: 'B-1', found: { ...NOTHING, kind: 'holder' as const, holder: owen } };
  expect(isSecondBadge(issue.state, again, context)).toBe(false);
  issue.send(tag(aBunch()));
  expect(isSecondBadge(issue.state, again, context)).toBe(true);
});

const NOTHING = { by: null, keyBunches: [], holder: null, blank: null };

test('a set that another person needs before goes by rule until then; a later time leaves it out until it is issued over that', () => {
  const [free, reserved] = [aBunch(), aBunch({ reservation: RESERVED })];
  const desk = new Counter(false);
  for (const event of [badge(owen), tag(free), tag(reserved)]) desk.send(event);
  expect(countedLines(desk.state, context)).toHaveLength(2);
  desk.send({ type: 'detailsChanged', change: { due: { kind: 'none' } } });
  expect(countedLines(desk.state, context).map(({ bunch }) => bunch.id)).toEqual([free.id]);
  const line = desk.state.lines.find(({ bunch }) => bunch?.id === reserved.id);
  expect(line && verdictOf(line, desk.state, context)).toMatchObject({
    kind: 'reserved',
    reason: 'Reserved for Ana Ruiz from 06:00. Due back by 05:30',
  });
  desk.send({ type: 'lineChanged', key: line?.key ?? 0, change: { isOver: true } });
  desk.press();
  const { items } = sendingOf(desk.state, context).body as BodyOf<'issueBatch'>;
  expect(items).toEqual([{ keyBunchId: free.id }, { keyBunchId: reserved.id, overReservation: true }]);
});

test('what is known of a reservation follows the set: a refusal and a choice end with it', () => {
  const set = aBunch();
  const desk = new Counter(false);
  for (const event of [badge(owen), tag(set)]) desk.send(event);
  desk.send({ type: 'detailsChanged', change: { due: { kind: 'none' } } });
  desk.press();
  const item = { keyBunchId: set.id, code: 'reserved' as const, message: 'Reserved for Ana Ruiz' };
  desk.send({ type: 'failed', message: 'Nothing was recorded.', items: [item], unknown: false });
  const verdict = () => desk.state.lines.map((line) => verdictOf(line, desk.state, context)?.kind);
  expect(verdict()).toEqual(['reserved']);
  desk.send({ type: 'lookedUp', bunches: [{ ...set, reservation: RESERVED }], gone: [] });
  const change = { isOver: true };
  desk.send({ type: 'lineChanged', key: desk.state.lines[0]?.key ?? 0, change });
  expect(verdict()).toEqual([undefined]);
  // Cancelled, and made for a third person.
  const other = { ...RESERVED, id: 2, holder: { ...RESERVED.holder, id: 8, name: 'Tom Whitaker' } };
  desk.send({ type: 'lookedUp', bunches: [{ ...set, reservation: other }], gone: [] });
  expect(verdict()).toEqual(['reserved']);
  desk.send({ type: 'lookedUp', bunches: [set], gone: [] });
  expect(verdict()).toEqual([undefined]);
});
