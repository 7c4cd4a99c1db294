import { useEffect, useRef } from 'react';
import type { BodyOf } from '../../shared/api.ts';
import type { KioskApproval } from '../../shared/approval.ts';
import {
  APPROVAL_DECIDED_CODE,
  APPROVAL_OVER_CODE,
  SECOND_PERSON_CODE,
} from '../../shared/approval-words.ts';
import type { KioskBack, KioskMine, KioskOffer, KioskTurn, KioskView } from '../../shared/kiosk.ts';
import { KIOSK_BADGE_CODE, KIOSK_HOOK_SECONDS, PERSON_RESTS_CODE } from '../../shared/kiosk-words.ts';
import { signalScan } from '../device/scan/feedback.ts';
import { codeOf } from '../device/scan/reader.ts';
import { isLost, whyNot } from './calls.ts';
import { keepReturn, type PressedAt, placeOf, pressedNow } from './kept.ts';
import { type Back, secondsOf, type Turn, useTurn } from './use-turn.ts';

/** How a code came: typed as a badge or as a set, or read, which can be either. */
export type From = 'badge' | 'set' | 'reader';
/** What a return needs beside its set. */
export type ReturnFacts = Omit<BodyOf<'returnAtKiosk'>, 'code' | 'keyBunchId' | 'doneAt' | 'turn'>;

const CUT_OFF = "No network. Keys can't be taken now. Returns are kept on this tablet.";
const NOT_KEPT = 'This tablet could not keep it. Give the keys to the desk.';
/** A return without an answer is sent this many times, then kept. */
const RETURN_TRIES = 3;

const isIn = ({ identifier, hook }: Pick<KioskBack, 'identifier' | 'hook'>): string =>
  `${identifier} is already back.${hook ? ` Its hook is ${hook}.` : ''}`;

/** Badges that this page saw: without network they are not taken for sets. */
const badges = new Set<string>();

/** A return by the person who has it if it is `own`, else by an unknown one: the turn of a person at the kiosk ends. */
function showBack(turn: Turn, back: Omit<Back, 'turn'>, own: KioskMine | null): void {
  const by = own ? turn.person.current : null;
  if (!by) turn.forgetPerson();
  const most = own ? secondsOf(own.leftMs) : KIOSK_HOOK_SECONDS;
  turn.show({ at: 'return', back: { ...back, turn: by } }, Math.min(KIOSK_HOOK_SECONDS, most));
}

/** A badge or a set, by an unknown person: who was at the kiosk before is forgotten. Without network a code is a set that comes back. */
async function begin(turn: Turn, code: string, from: From): Promise<void> {
  // At the number the person stays until it is known what was read.
  if (turn.shown.current.at === 'done') turn.close();
  const cutOff = () =>
    from === 'badge' || badges.has(code) ? turn.refused(CUT_OFF) : showBack(turn, { code, set: null }, null);
  if (!turn.isOnline) return cutOff();
  const sent = await turn.run('beginKiosk', { body: { code } });
  if (!sent) return;
  if (!sent.ok) return isLost(sent.error) ? cutOff() : turn.refused(whyNot(sent.error));
  const { turn: person, set } = sent.reply;
  if (person) {
    badges.add(code);
    showNumber(turn, person);
  } else if (set?.isOut) showBack(turn, { code, set }, null);
  else if (set) turn.refused(isIn(set));
}

function showNumber(turn: Turn, person: KioskTurn): void {
  turn.setMine(null);
  turn.person.current = person.id;
  turn.show({ at: 'number', turn: person }, secondsOf(person.leftMs));
}

async function enterNumber(turn: Turn, person: KioskTurn, number: string, newNumber?: string): Promise<void> {
  const sent = await turn.run('enterKioskNumber', {
    body: { kioskNumber: number, newKioskNumber: newNumber, turn: person.id },
  });
  if (!sent) return;
  if (!sent.ok) {
    const isOver = sent.error.body.code === PERSON_RESTS_CODE;
    return isOver ? turn.close(whyNot(sent.error), false) : turn.refused(whyNot(sent.error));
  }
  turn.person.current = sent.reply.turn;
  if (sent.reply.mine) turn.showMine(sent.reply.mine);
  else turn.show({ at: 'newNumber', turn: person, first: number }, secondsOf(person.leftMs));
}

/** The lists again, the hook of a set, or its return. `isReturn`: Return of a set that the person has was pressed. */
async function offer(
  turn: Turn,
  body: Omit<BodyOf<'offerAtKiosk'>, 'turn'>,
  isReturn = false,
): Promise<void> {
  const sent = await turn.run('offerAtKiosk', { body: { ...body, turn: idOf(turn) } });
  if (!sent) return;
  if (!sent.ok) {
    // Another person's badge: the next turn is theirs.
    if (sent.error.body.code === KIOSK_BADGE_CODE && body.code) return begin(turn, body.code, 'reader');
    return turn.refused(whyNot(sent.error));
  }
  const { mine, offer: hook, back } = sent.reply;
  turn.setMine(mine);
  // A press means what its button says, also when the desk was quicker.
  if (isReturn && hook) return turn.showMine(mine, isIn(hook));
  if (body.keyBunchId && !isReturn && back)
    return turn.showMine(mine, `You have ${back.identifier} already.`);
  if (hook?.secondPerson && !hook.isApproved) await showApproval(turn, hook);
  else if (hook) showTake(turn, hook);
  else if (back?.isOut)
    showBack(turn, { code: body.code ?? back.identifier, set: back }, back.isYours ? mine : null);
  else turn.showMine(mine, back && isIn(back));
}

function showTake(turn: Turn, hook: KioskOffer): void {
  turn.show({ at: 'take', offer: hook }, secondsOf(hook.leftMs));
}

/** A set that needs a second person: who can say yes, and what became of the question. */
async function showApproval(turn: Turn, hook: KioskOffer): Promise<void> {
  const sent = await turn.run('getKioskApproval', {});
  if (!sent) return;
  if (!sent.ok) return turn.refused(whyNot(sent.error));
  await showAsked(turn, hook, sent.reply.approval);
}

/** The hook is sent once there is a yes. */
async function showAsked(turn: Turn, hook: KioskOffer, asked: KioskApproval | null): Promise<void> {
  if (asked?.state === 'approved') return offer(turn, { keyBunchId: hook.keyBunchId });
  const approval = asked?.state === 'taken_back' ? null : asked;
  turn.show({ at: 'approval', offer: hook, approval, badge: null }, secondsOf(hook.leftMs));
}

/** Asks the approvers, who answer on their own devices. */
async function askApproval(turn: Turn, hook: KioskOffer): Promise<void> {
  const sent = await turn.run('askAtKiosk', { body: { keyBunchId: hook.keyBunchId, turn: idOf(turn) } });
  if (!sent) return;
  if (!sent.ok) return turn.refused(whyNot(sent.error));
  await showAsked(turn, hook, sent.reply);
}

/** The number of the person whose badge was read: their yes. */
async function approve(turn: Turn, hook: KioskOffer, badge: string, number: string): Promise<void> {
  const body = { keyBunchId: hook.keyBunchId, badge, kioskNumber: number, turn: idOf(turn) };
  const sent = await turn.run('approveAtKiosk', { body });
  if (!sent) return;
  // Another answer was quicker, or the first answer to this call was lost.
  const isDecided = !sent.ok && sent.error.body.code === APPROVAL_DECIDED_CODE;
  if (!sent.ok && !isDecided) return turn.refused(whyNot(sent.error));
  if (sent.ok) signalScan('good');
  await offer(turn, { keyBunchId: hook.keyBunchId });
}

const idOf = (turn: Turn): string | undefined => turn.person.current ?? undefined;

const ASKS: readonly string[] = [SECOND_PERSON_CODE, APPROVAL_OVER_CODE];

/** It is sent again until there is an answer, as the person has the set in their hand. */
async function take(turn: Turn, { keyBunchId }: KioskOffer, proof: { code: string } | { tag: string }) {
  const body = { keyBunchId, ...proof, turn: idOf(turn) };
  const sent = await turn.run('takeAtKiosk', { body }, Number.POSITIVE_INFINITY);
  if (!sent) return;
  if (!sent.ok) {
    // It needs a second person by now, or their yes has ended.
    if (!ASKS.includes(sent.error.body.code ?? '')) return turn.refused(whyNot(sent.error));
    await offer(turn, { keyBunchId });
    const isOver = sent.error.body.code === APPROVAL_OVER_CODE;
    if (isOver && turn.shown.current.at === 'approval') turn.refused(whyNot(sent.error));
    return;
  }
  const { identifier, dueAt, mine } = sent.reply;
  turn.showDone({ kind: 'taken', identifier, text: dueAt ?? '' }, mine);
}

async function absent(turn: Turn, { keyBunchId, identifier }: KioskOffer): Promise<void> {
  const sent = await turn.run('reportAbsent', { body: { keyBunchId, turn: idOf(turn) } });
  if (!sent) return;
  if (!sent.ok) return turn.refused(whyNot(sent.error));
  turn.showMine(sent.reply, `${identifier} was reported as not on its hook.`);
}

async function bringBack(turn: Turn, back: Back, facts: ReturnFacts): Promise<void> {
  const at = pressedNow();
  const keep = () => keepBack(turn, back, facts, at);
  if (!turn.isOnline) return keep();
  const body = { code: back.code, ...facts, ...(back.turn && { turn: back.turn }) };
  const sent = await turn.run('returnAtKiosk', { body }, RETURN_TRIES);
  if (!sent) return;
  if (sent.ok) {
    const { identifier, hook, mine } = sent.reply;
    return turn.showDone({ kind: 'returned', identifier, text: hook ?? '' }, back.turn ? mine : null);
  }
  if (isLost(sent.error)) return keep();
  turn.refused(whyNot(sent.error));
}

/** Without network a return is kept, with the time of its press: the register may have it, and another person the set since. */
function keepBack(
  { view, refused, showDone }: Turn,
  { code, set }: Back,
  facts: ReturnFacts,
  at: PressedAt,
): void {
  const name = set?.identifier ?? code;
  if (view && keepReturn({ ...placeOf(view), name, at, body: { ...facts, code } }))
    showDone({ kind: 'kept', identifier: name, text: set?.hook ?? '' }, null);
  else refused(NOT_KEPT);
}

/** What a reader read, by the screen that is shown. */
function scan(turn: Turn, read: string): void {
  const code = codeOf(read);
  const { screen, mine, pending, isOnline } = turn;
  if (!code || pending || ['leave', 'seen', 'newNumber'].includes(screen.at)) return;
  if (screen.at === 'take') void take(turn, screen.offer, { code });
  else if (screen.at === 'approval') turn.show({ ...screen, badge: code }, secondsOf(screen.offer.leftMs));
  else if (mine && isOnline && (screen.at !== 'done' || isOf(mine, code))) void offer(turn, { code });
  else void begin(turn, code, 'reader');
}

/** After something was recorded the next person may stand there: only the person's own sets go on with their turn. */
const isOf = ({ has, toTake }: KioskMine, code: string): boolean =>
  [...has, ...toTake].some(({ identifier }) => identifier.toUpperCase() === code.toUpperCase());

export type Kiosk = ReturnType<typeof useKiosk>;

/** The work of a kiosk: the state, the screen, and what each press and scan does. */
export function useKiosk() {
  const turn = useTurn();
  // After a reload the open person goes on where the server has them.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    void turn.read().then((view) => {
      if (!view?.turn || turn.person.current || turn.shown.current.at !== 'idle') return;
      turn.person.current = view.turn.id;
      if (view.turn.isOpen) void offer(turn, {});
      else showNumber(turn, view.turn);
    });
  });
  return {
    ...turn,
    begin: (code: string, from: From) => void begin(turn, code, from),
    enterNumber: (person: KioskTurn, number: string, newNumber?: string) =>
      void enterNumber(turn, person, number, newNumber),
    offer: (body: Parameters<typeof offer>[1]) => void offer(turn, body),
    giveBack: (keyBunchId: number) => void offer(turn, { keyBunchId }, true),
    take: (set: KioskOffer, proof: { code: string } | { tag: string }) => void take(turn, set, proof),
    absent: (set: KioskOffer) => void absent(turn, set),
    askApproval: (set: KioskOffer) => void askApproval(turn, set),
    otherBadge: () => {
      const { screen } = turn;
      if (screen.at === 'approval') turn.show({ ...screen, badge: null }, secondsOf(screen.offer.leftMs));
    },
    approve: (set: KioskOffer, badge: string, number: string) => void approve(turn, set, badge, number),
    bringBack: (back: Back, facts: ReturnFacts) => void bringBack(turn, back, facts),
    scan: (read: string) => scan(turn, read),
    bound: (view: KioskView) => {
      turn.bind(view);
      turn.close(null, false);
    },
    left: () => {
      turn.forget();
      turn.close(null, false);
    },
    done: () => turn.close(),
    /** From a set to the person's lists, or to the start. */
    leaveSet: () => (turn.mine && turn.isOnline && !turn.pending ? void offer(turn, {}) : turn.close()),
    go: (at: 'leave' | 'kept') => turn.show({ at }, KIOSK_HOOK_SECONDS),
  };
}
