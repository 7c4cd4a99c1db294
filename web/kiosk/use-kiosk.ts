import { useEffect, useRef } from 'react';
import type { BodyOf } from '../../shared/api.ts';
import type { KioskBack, KioskOffer, KioskTurn, KioskView } from '../../shared/kiosk.ts';
import { KIOSK_HOOK_SECONDS, PERSON_RESTS_CODE, UNKNOWN_CODE } from '../../shared/kiosk-words.ts';
import { serverNow } from '../api/server-clock.ts';
import { codeOf } from '../device/scan/code.ts';
import { whyNot } from './ask.ts';
import { keepReturn, placeOf } from './kept.ts';
import { type Back, secondsOf, type Turn, useTurn } from './use-turn.ts';

/** How a code came: typed as a badge or as a set, or read, which can be either. */
export type From = 'badge' | 'set' | 'reader';
/** What a return needs beside its set. */
export type ReturnFacts = Omit<BodyOf<'returnAtKiosk'>, 'code' | 'keyBunchId' | 'doneAt'>;

const CUT_OFF = "No network. Keys can't be taken now. Returns are kept on this tablet.";
const NOT_KEPT = 'This tablet could not keep it. Nothing was recorded: give the keys to the desk.';

const isIn = ({ identifier, hook }: KioskBack): string =>
  `${identifier} is already back.${hook ? ` Its hook is ${hook}.` : ''}`;

const showBack = (turn: Turn, back: Back): void => turn.show({ at: 'return', back }, KIOSK_HOOK_SECONDS);

/** A badge or a set while no person is open. Without network a code is a set that comes back. */
async function begin(turn: Turn, code: string, from: From): Promise<void> {
  const cutOff = () => (from === 'badge' ? turn.refused(CUT_OFF) : showBack(turn, { code, set: null }));
  if (!turn.isOnline) return cutOff();
  const sent = await turn.run('beginKiosk', { body: { code } });
  if (!sent) return;
  if (!sent.ok) return sent.error.status === 0 ? cutOff() : turn.refused(whyNot(sent.error));
  const { turn: person, set } = sent.reply;
  if (person) {
    turn.setMine(null);
    turn.show({ at: 'number', turn: person }, secondsOf(person.leftMs));
  } else if (set?.isOut) showBack(turn, { code, set });
  else if (set) turn.refused(isIn(set));
}

async function enterNumber(turn: Turn, person: KioskTurn, pin: string, newPin?: string): Promise<void> {
  const sent = await turn.run('enterPin', { body: { pin, newPin } });
  if (!sent) return;
  if (!sent.ok) {
    const isOver = sent.error.body.code === PERSON_RESTS_CODE;
    return isOver ? turn.close(whyNot(sent.error), false) : turn.refused(whyNot(sent.error));
  }
  if (sent.reply.mine) turn.showMine(sent.reply.mine);
  else turn.show({ at: 'newNumber', turn: person, first: pin }, secondsOf(person.leftMs));
}

/** The lists again, the hook of a set, or its return. */
async function offer(turn: Turn, body: BodyOf<'offerAtKiosk'>): Promise<void> {
  const sent = await turn.run('offerAtKiosk', { body });
  if (!sent) return;
  if (!sent.ok) {
    // Another person's badge: the next turn is theirs.
    if (sent.error.body.code === UNKNOWN_CODE && body.code) return begin(turn, body.code, 'reader');
    return turn.refused(whyNot(sent.error));
  }
  const { mine, offer: hook, back } = sent.reply;
  turn.setMine(mine);
  if (hook) turn.show({ at: 'take', offer: hook }, secondsOf(hook.leftMs));
  else if (back?.isOut) showBack(turn, { code: body.code ?? back.identifier, set: back });
  else turn.showMine(mine, back && isIn(back));
}

async function take(turn: Turn, { keyBunchId }: KioskOffer, proof: { code: string } | { tag: string }) {
  const sent = await turn.run('takeAtKiosk', { body: { keyBunchId, ...proof } });
  if (!sent) return;
  if (!sent.ok) return turn.refused(whyNot(sent.error));
  const { identifier, dueAt, mine } = sent.reply;
  turn.showDone({ kind: 'taken', identifier, text: dueAt ?? '' }, mine);
}

async function absent(turn: Turn, { keyBunchId, identifier }: KioskOffer): Promise<void> {
  const sent = await turn.run('reportAbsent', { body: { keyBunchId } });
  if (!sent) return;
  if (!sent.ok) return turn.refused(whyNot(sent.error));
  turn.showMine(sent.reply, `${identifier} was reported as not on its hook.`);
}

async function bringBack(turn: Turn, back: Back, facts: ReturnFacts): Promise<void> {
  if (!turn.isOnline) return keepBack(turn, back, facts);
  const sent = await turn.run('returnAtKiosk', { body: { code: back.code, ...facts } });
  if (!sent) return;
  if (sent.ok) {
    const { identifier, hook, mine } = sent.reply;
    return turn.showDone({ kind: 'returned', identifier, text: hook ?? '' }, mine);
  }
  if (sent.error.status === 0) return keepBack(turn, back, facts);
  turn.refused(whyNot(sent.error));
}

/** Without network a return is kept, with the time when it was done. */
function keepBack({ view, refused, showDone }: Turn, { code, set }: Back, facts: ReturnFacts): void {
  const name = set?.identifier ?? code;
  const body = { ...facts, code, doneAt: new Date(serverNow()).toISOString() };
  if (view && keepReturn({ place: placeOf(view), name, body }))
    showDone({ kind: 'kept', identifier: name, text: set?.hook ?? '' }, null);
  else refused(NOT_KEPT);
}

/** What a reader read, by the screen that is shown. */
function scan(turn: Turn, read: string): void {
  const code = codeOf(read);
  const { screen, mine, pending, isOnline } = turn;
  if (!code || pending || screen.at === 'leave' || screen.at === 'newNumber') return;
  if (screen.at === 'take') void take(turn, screen.offer, { code });
  else if (mine && isOnline) void offer(turn, { code });
  else void begin(turn, code, 'reader');
}

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
      if (view?.turn?.isOpen) void offer(turn, {});
      else if (view?.turn) turn.show({ at: 'number', turn: view.turn }, secondsOf(view.turn.leftMs));
    });
  });
  return {
    ...turn,
    begin: (code: string, from: From) => void begin(turn, code, from),
    enterNumber: (person: KioskTurn, pin: string, newPin?: string) =>
      void enterNumber(turn, person, pin, newPin),
    offer: (body: BodyOf<'offerAtKiosk'>) => void offer(turn, body),
    take: (set: KioskOffer, proof: { code: string } | { tag: string }) => void take(turn, set, proof),
    absent: (set: KioskOffer) => void absent(turn, set),
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
    leaveSet: () => (turn.mine && turn.isOnline ? void offer(turn, {}) : turn.close()),
    go: (at: 'leave' | 'kept') => turn.show({ at }, KIOSK_HOOK_SECONDS),
  };
}
