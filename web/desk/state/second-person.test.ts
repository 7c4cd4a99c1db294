import { expect, test } from 'vitest';
import type { Approval } from '../../../shared/approval.ts';
import { NEEDS_NETWORK } from '../../../shared/approval-words.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { aBunch, aHolder, badge, context, NOW, owen, tag } from './desk-samples.ts';
import { type DeskState, EMPTY_DESK } from './desk-state.ts';
import { type DeskEvent, reduce } from './reduce.ts';
import { isSecondBadge } from './scan.ts';
import { givenUp, unaskedLines, waitingLines, waitText } from './second-person.ts';
import { blockOf, doneOf, issueBody, sendingOf, sentLines } from './to-send.ts';
import { countedLines } from './verdict.ts';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
const after = (events: readonly DeskEvent[], from: DeskState = EMPTY_DESK, now = NOW): DeskState =>
  events.reduce((state, event) => reduce(state, event, { ...context, now }), from);

let made = 0;
/** The question about a set, as the server returns it. */
function question(keyBunch: KeyBunch, about: Partial<Approval> = {}): Approval {
  made += 1;
  return {
    ...{ id: made, kind: 'issue', state: 'waiting', keyBunch, holder: owen, holderKind: 'contractor' },
    ...{ held: 0, overdue: 0, purpose: null, dueAt: null, askedBy: 'Hannah Boyd', askedById: context.me },
    ...{ isKiosk: false, askedAt: at(0), expiresAt: at(10), mayDecide: false },
    approvers: [{ id: 8, name: 'Tom Whitaker', phone: '07700 900100' }],
    ...{
      decidedBy: null,
      decidedById: null,
      decidedAt: null,
      how: null,
      emergencyReason: null,
      refusedBefore: null,
      endedAt: null,
      undoneAt: null,
    },
    ...about,
  };
}
const yesTo = (asked: Approval): Approval => ({
  ...{ ...asked, state: 'approved', decidedBy: 'Tom Whitaker', decidedById: 8, decidedAt: at(1) },
  how: 'own_device',
});
const [tom, dana] = [
  { ...aHolder(8, 'Tom Whitaker'), userId: 8 },
  { ...aHolder(9, 'Dana Holt'), userId: 9 },
];

/** A list for Owen of an ordinary set and one that needs a second person, who is asked. */
function asked() {
  const [free, sensitive] = [aBunch(), aBunch({ secondPerson: true })];
  const list = after([badge(owen), tag(free), tag(sensitive)]);
  const request = question(sensitive);
  return { free, sensitive, request, list, state: after([{ type: 'asked', approvals: [request] }], list) };
}
const ids = (lines: readonly { bunch: KeyBunch }[]) => lines.map(({ bunch }) => bunch.id);

test('SECOND-11 a set that needs a second person is on the list and waits; the others can go without it', () => {
  const { free, sensitive, list } = asked();
  expect(list.answer).toMatchObject({ word: 'needs a second person', tone: 'again', isLocked: true });
  expect(ids(countedLines(list, context))).toEqual([free.id, sensitive.id]);
  expect(ids(waitingLines(list, context))).toEqual([sensitive.id]);
  expect(blockOf(list, context, undefined)).toBe(`${sensitive.identifier} needs a second person.`);
  expect(blockOf(list, context, undefined, 'ready')).toBeNull();
  expect(ids(sentLines(list, context, 'ready'))).toEqual([free.id]);

  const sending = sendingOf(list, context, 'ready');
  const batch = { batchId: 'b', at: at(0), keyBunches: [free] };
  const sent: DeskEvent = { type: 'sent', sending };
  const rest = after([sent, { type: 'committed', done: { ...doneOf(list, sending), batch } }], list);
  expect(rest).toMatchObject({ mode: 'issue', person: { id: owen.id } });
  expect(ids(countedLines(rest, context))).toEqual([sensitive.id]);
});

test('SECOND-11 a return, an ordinary list and a list without sets for others ask no one', () => {
  const back = after([tag(aBunch({ secondPerson: true, status: 'issued', holder: owen }))]);
  expect(back.mode).toBe('return');
  expect(waitingLines(back, context)).toEqual([]);
  expect(waitText(waitingLines(after([badge(owen), tag(aBunch())]), context), NOW)).toBeNull();
});

test('SECOND-11 a yes is sent with its set until it ends, and a no or an end is asked again', () => {
  const { sensitive, request, state } = asked();
  expect(blockOf(state, context, undefined)).toBe(`${sensitive.identifier} waits for a second person.`);
  const yes = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], state);
  expect(yes.answer).toMatchObject({ tone: 'good', title: 'Tom Whitaker' });
  expect(blockOf(yes, context, undefined)).toBeNull();
  expect(issueBody(yes, context).items).toContainEqual({ keyBunchId: sensitive.id, approvalId: request.id });
  expect(doneOf(yes, sendingOf(yes, context)).approvals).toBe(
    `${sensitive.identifier} approved by Tom Whitaker.`,
  );
  const late = { ...context, now: NOW + 10 * MINUTE };
  expect(blockOf(yes, late, undefined)).toBe(`${sensitive.identifier} needs a second person.`);

  const refused = { ...yesTo(request), state: 'refused' as const };
  const no = after([{ type: 'approvalsRead', approvals: [refused] }], state);
  expect(no.answer).toMatchObject({ tone: 'bad', word: `says no to ${sensitive.identifier}` });
  expect(ids(waitingLines(no, context))).toEqual([sensitive.id]);
});

const CHANGES: DeskEvent[] = [
  { type: 'personChosen', holder: dana },
  { type: 'personCleared' },
  { type: 'detailsChanged', change: { due: { kind: 'none' } } },
];
const REMOVED: DeskEvent[] = [{ type: 'newestRemoved' }, { type: 'startedOver' }];

test('SECOND-11 another recipient or due time ends a question, and leaves a yes unused until it fits again', () => {
  const { request, state } = asked();
  const yes = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], state);
  for (const change of [...CHANGES, ...REMOVED])
    expect(givenUp(state, after([change], state), NOW), change.type).toEqual([request.id]);
  for (const change of REMOVED)
    expect(givenUp(yes, after([change], yes), NOW), change.type).toEqual([request.id]);
  for (const change of CHANGES) {
    const changed = after([change], yes);
    expect(givenUp(yes, changed, NOW), change.type).toEqual([]);
    expect(waitingLines(changed, context), change.type).toHaveLength(1);
    const back: DeskEvent[] = [
      { type: 'personChosen', holder: owen },
      { type: 'detailsChanged', change: { due: { kind: 'rule' } } },
    ];
    expect(waitingLines(after(back, changed), context), change.type).toEqual([]);
  }
  // The answer arrives after the change, and the headline says nothing of the former one.
  const changed = after([CHANGES[2] as DeskEvent], state);
  const late = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], changed);
  expect(late.lines[0]?.asked?.state).toBe('changed');
  expect(after([CHANGES[2] as DeskEvent], yes).answer).toBeNull();
  // The purpose and a note are shown to the approver, and bind nothing.
  const noted = after([{ type: 'detailsChanged', change: { purpose: 'Lock-up', notes: 'Gate B' } }], yes);
  expect(waitingLines(noted, context)).toEqual([]);
});

test('SECOND-11 without a network every sensitive set waits, with or without a yes, and the others go; with it the yes is there again', () => {
  const { free, sensitive, request, state } = asked();
  const yes = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], state);
  const cutOff = { ...context, offline: true };
  expect(ids(waitingLines(yes, cutOff))).toEqual([sensitive.id]);
  expect(unaskedLines(yes, cutOff)).toEqual([]);
  expect(ids(sentLines(yes, cutOff, 'ready'))).toEqual([free.id]);
  // The signal went while it was sent.
  const items = [{ keyBunchId: sensitive.id, code: 'second_person' as const, message: NEEDS_NETWORK }];
  const failed = after([{ type: 'failed', message: NEEDS_NETWORK, unknown: false, items }], yes);
  expect(waitingLines(failed, context)).toEqual([]);
});

test('SECOND-11 while a set waits the badge of who takes the keys is refused by name', () => {
  const { state } = asked();
  const scannedAgain = { code: 'B-1', found: { ...NO_SETS, kind: 'holder' as const, holder: owen } };
  expect(isSecondBadge(state, scannedAgain, context)).toBe(false);
  const detail = 'They take the keys. A third person approves.';
  expect(after([badge(owen)], state).answer).toMatchObject({ tone: 'bad', detail });
});

const NO_SETS = { by: null, keyBunches: [], holder: null, blank: null };

test('SECOND-11 a due time that moves with the clock stays as it was asked', () => {
  const { sensitive, list } = asked();
  const hours = after([{ type: 'detailsChanged', change: { due: { kind: 'hours', hours: 4 } } }], list);
  const request = question(sensitive, { dueAt: at(240) });
  const fixed = after([{ type: 'asked', approvals: [request] }], hours);
  expect(fixed.due).toEqual({ kind: 'at', at: NOW + 240 * MINUTE });
  const rule = after([{ type: 'asked', approvals: [request] }], list);
  expect(rule.due).toEqual({ kind: 'rule' });
});

test('SECOND-11 a badge is that of who approves while a set waits, and the recipient and the officer are refused by name', () => {
  const { state } = asked();
  expect(after([badge(tom)], state)).toMatchObject({ approver: { id: 8 }, person: { id: owen.id } });
  const own = { ...aHolder(7, 'Hannah Boyd'), userId: context.me };
  for (const [holder, detail] of [
    [own, 'You issue the keys. A third person approves.'],
    [aHolder(6, 'R. Doyle'), 'They have no account, so they cannot approve.'],
    [{ ...tom, badge: null }, 'They have no badge. They can say yes on their own device.'],
  ] as const) {
    const refused = after([{ type: 'badgeChosen', holder }], state);
    expect(refused).toMatchObject({ approver: null, answer: { tone: 'bad', detail } });
  }
  // Without a recipient a badge is theirs, and so it is on a list without such sets.
  expect(after([tag(aBunch({ secondPerson: true })), badge(tom)])).toMatchObject({ person: { id: 8 } });
  expect(after([badge(owen), tag(aBunch()), badge(tom)])).toMatchObject({ person: { id: 8 } });
});

test('SECOND-11 a set that was made sensitive between scan and issue is asked about, and so is one whose yes is over', () => {
  const set = aBunch();
  const list = after([badge(owen), tag(set)]);
  const refused = (code: 'second_person' | 'approval_over'): DeskEvent => ({
    ...{ type: 'failed', message: 'Nothing was issued', unknown: false },
    items: [{ keyBunchId: set.id, code, message: `${set.identifier} needs a second person` }],
  });
  const failed = after([refused('second_person')], list);
  expect(ids(waitingLines(failed, context))).toEqual([set.id]);
  const { request, state } = asked();
  const yes = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], state);
  const items = [
    { keyBunchId: request.keyBunch.id, code: 'approval_over' as const, message: 'Used already' },
  ];
  const over = after([{ type: 'failed', message: '', unknown: false, items }], yes);
  expect(over.lines.find(({ bunch }) => bunch?.id === request.keyBunch.id)).toMatchObject({ asked: null });
  expect(ids(waitingLines(over, context))).toEqual([request.keyBunch.id]);
});

test('SECOND-11 in an emergency a set goes with its reason and without its request', () => {
  const { sensitive, request, state } = asked();
  const key = state.lines[0]?.key ?? 0;
  const change = { emergency: 'Water on floor 4', asked: null };
  const without = after([{ type: 'lineChanged', key, change }], state);
  expect(givenUp(state, without, NOW)).toEqual([request.id]);
  expect(waitingLines(without, context)).toEqual([]);
  const body = issueBody(without, context);
  expect(body.emergencyReason).toBe('Water on floor 4');
  expect(body.items).toContainEqual({ keyBunchId: sensitive.id });
});

test('SECOND-11 what is on its way keeps its yes, whatever is pressed meanwhile', () => {
  const { request, state } = asked();
  const yes = after([{ type: 'approvalsRead', approvals: [yesTo(request)] }], state);
  const sending = sendingOf(yes, context);
  const pending = after([{ type: 'sent', sending }], yes);
  const pressed = after([{ type: 'detailsChanged', change: { due: { kind: 'none' } } }], pending);
  expect(givenUp(pending, pressed, NOW)).toEqual([]);
});
