import { type RefObject, useEffect, useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import type { AlreadySeen } from '../../shared/audit-actions.ts';
import { normaliseSerial } from '../../shared/key-bunch-words.ts';
import type { User } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Outcome as Ended } from '../api/action.ts';
import { serialText } from '../BunchText.tsx';
import { NFC_FAILED, NFC_OK, vibrate } from '../device/scan/nfc.ts';
import { clockTime, count } from '../format.ts';
import { useMe } from '../session.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { byText } from './audit-members.ts';
import { type Outbox, showRefusal } from './outbox.ts';
import { isOver, toastRefusal } from './refusals.ts';
import { type ScanResult, scanResultOf, wasJudged } from './scan/scan-result.ts';
import { cachedSession, catchUp, putIn } from './session-cache.ts';

/** Called once when the session ends: `status` is completed or abandoned. */
export type Over = (session: OneAuditSession) => void;

/** Debounced, so that ten quick ticks load once. */
const SETTLE_MS = 400;

/** How the end of the session became known; null before. `late`: by the answer to a count that arrived after it. */
export type End = 'here' | 'refused' | 'late' | null;

/**
 * Handles the responses to ticks and scans: shows them, reports refusals and loads others' changes. Returns this browser's scan results,
 * newest first.
 */
export function useOutcomes(id: number, outbox: Outbox, end: RefObject<End>): readonly ScanResult[] {
  const me = useMe();
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    outbox.onOutcome = (outcome) => {
      if (outcome.reply?.late) end.current ??= 'late';
      if (outcome.reply) putIn(id, outcome);
      else if (isOver(outcome.error)) end.current ??= 'refused';
      if (outcome.kind === 'tick' && outcome.reply?.already) {
        const { already } = outcome.reply;
        const bunch = cachedSession(id)?.expected.find((one) => one.id === outcome.entry.keyBunchId);
        if (bunch && already.userId !== me.id) announceAlready(already, bunch.identifier, me.id);
      }
      if (outcome.kind === 'tick' && outcome.reply?.unticked) {
        const { unticked } = outcome.reply;
        const bunch = cachedSession(id)?.expected.find((one) => one.id === outcome.entry.keyBunchId);
        if (bunch) announceLost(unticked, bunch.identifier, me.id);
      }
      if (outcome.kind === 'read' && outcome.reply) vibrate(NFC_OK);
      if (outcome.kind === 'scan') {
        const result = scanResultOf(outcome, cachedSession(id), me.id);
        setResults((before) => [result, ...before]);
        if (!wasJudged(outcome.entry.key)) vibrate(result.kind === 'counted' ? NFC_OK : NFC_FAILED);
        else if (result.kind === 'unexpected' || result.kind === 'unknown') announceUncounted(result);
      }
      if (outcome.error && (outcome.kind !== 'scan' || isOver(outcome.error))) toastRefusal(outcome.error);
      clearTimeout(timer);
      timer = setTimeout(() => catchUp(id), isOver(outcome.error) || outcome.reply?.late ? 0 : SETTLE_MS);
    };
    outbox.sendNow();
    return () => {
      clearTimeout(timer);
      outbox.onOutcome = showRefusal;
    };
  }, [outbox, id, end, me.id]);
  return results;
}

/**
 * Runs the call that ends the session, so that its end is not announced as that of another user. Shows why it was refused; where another user
 * had ended the session before, that is announced instead.
 */
export const finishing =
  (end: RefObject<End>, refetch: () => unknown) =>
  async (run: () => Promise<Ended<OneAuditSession>>, failed: string) => {
    end.current = 'here';
    const over = await run();
    if (over.ok) return over;
    end.current = null;
    if (!isOver(over.error) && !over.error.body.unheard) toastRefusal(over.error, failed);
    void refetch();
    return over;
  };

/** Announces once that a session shown here has ended elsewhere. */
export function useOver(session: OneAuditSession | undefined, end: RefObject<End>, onOver: Over): void {
  const me = useMe();
  const [wasOpen, setWasOpen] = useState(false);
  const status = session?.status;
  if (status === 'in_progress' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (!wasOpen || !session || session.status === 'in_progress') return;
    setWasOpen(false);
    if (end.current === 'here') return;
    if (end.current !== 'refused') announceEnd(session, me, end.current === 'late');
    end.current = 'here';
    onOver(session);
  }, [wasOpen, session, end, onOver, me]);
}

/** Says who completed or cancelled the audit and when, and what became of the user's own counts. */
function announceEnd(
  { status, completedBy, endTime, members }: OneAuditSession,
  me: User,
  isLate: boolean,
): void {
  if (status !== 'completed') {
    toast({
      title: 'This audit is over',
      description: 'It was cancelled, or 24 hours have passed since it started. No statuses changed.',
    });
    return;
  }
  const who = !completedBy
    ? 'Another member'
    : completedBy.email === me.email
      ? 'You'
      : fullName(completedBy);
  const when = endTime ? ` at ${clockTime(endTime)}` : '';
  const own = members.find(({ userId }) => userId === me.id)?.counted ?? 0;
  toast({
    title: 'This audit was completed elsewhere',
    description: [
      `${who} completed it${when}${who === 'You' ? ' on another device' : ''}.`,
      own > 0 && `${count(own, 'set')} of it counted by you.`,
      isLate && 'Your later counts are saved and listed in its report.',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

/** Says that a tick does not count, as the set was unticked after it was made. */
const announceLost = (unticked: AlreadySeen, identifier: string, meId: number): void =>
  void toast({
    title: `${identifier} is not ticked`,
    description: `It was unticked ${byText(unticked, meId)}, after you ticked it. Tick it again if the set is here.`,
  });

/** Says that a scan that was made without signal does not count: its answer may no longer be on the screen. */
const announceUncounted = ({ identifier, serial, message }: ScanResult): void =>
  void toast({
    title: `${identifier ?? serialText(normaliseSerial(serial))} was not counted`,
    description: message,
  });

/** Says that a colleague had counted the set before. */
const announceAlready = (already: AlreadySeen, identifier: string, meId: number): void =>
  void toast({ title: 'Already checked', description: `${identifier}, ${byText(already, meId)}` });
