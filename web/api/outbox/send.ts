import type { AuditReadingReply, AuditScanReply, AuditTickReply } from '../../../shared/audit-actions.ts';
import { BATCH_MAX } from '../../../shared/limits.ts';
import { READ_FAILED } from '../../../shared/messages.ts';
import type { OutboxAnswer } from '../../../shared/outbox.ts';
import { OUTBOX_CHECKS, OUTBOX_QUESTIONS, OUTBOX_REFUSALS } from '../../../shared/outbox-words.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { ApiError, call, type Input } from '../call.ts';
import { isOffline, onBack, serverAnswers } from '../connection.ts';
import { withReauthentication } from '../reauthentication.ts';
import { ownKeys, refreshAfter } from '../refresh.ts';
import { deviceNow } from '../server-clock.ts';
import { forgetHere } from './forgotten.ts';
import { onEntries, openOutbox, reload, removeEntries, writeCounts } from './outbox.ts';
import {
  type AuditEntry,
  type CustodyEntry,
  isCustody,
  type Own,
  ownEntries,
  sending,
  waiting,
} from './own-entries.ts';
import { postedEntry, SENDING, SYNC_TAG } from './sealed.ts';
import { keyOf, requestKey, thisDevice } from './store.ts';

const WAITS_MS = [1000, 2000, 5000, 10_000];
/** Errors that are retried: no response, rate limit, a server that is busy or has a fault. */
const isTried = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500;

/** The server's response to an audit's count. */
export type AuditOutcome = {
  entry: AuditEntry;
  reply: AuditTickReply | AuditScanReply | AuditReadingReply | null;
  error: ApiError | null;
};
/** Shows the response to a count of an audit; set by the audit's screens. */
let onAudit: (outcome: AuditOutcome) => void = () => undefined;
export const whenAuditAnswered = (show: typeof onAudit): void => {
  onAudit = show;
};

/** The keys of the entries that this page is sending. */
let inFlight: readonly string[] = [];
export const isBeingSent = ({ key }: Own): boolean => inFlight.includes(key);

let owner: number | null = null;
let isRunning = false;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Entries that the server can't read: they stay, and don't hold back the others. */
const unreadable = new Set<string>();

/** Sends what the device kept for a user, now and whenever there is something to send; returns the function that stops. */
export function startSending(user: { id: number; name: string }): () => void {
  owner = user.id;
  const stops = [onBack(sendNow), onEntries(sendNow)];
  addEventListener('online', sendNow);
  void openOutbox(user).then(sendNow);
  return () => {
    owner = null;
    clearTimeout(timer);
    removeEventListener('online', sendNow);
    for (const stop of stops) stop();
  };
}

/** Sends at once what waits. */
export function sendNow(): void {
  clearTimeout(timer);
  if (isRunning || owner === null || toSend().length === 0) return;
  isRunning = true;
  void (isOffline() ? serverAnswers() : Promise.resolve(true))
    .then((answers) => (answers ? navigator.locks.request(SENDING, sendAll) : 'again'))
    .catch(() => 'again')
    .then((end) => {
      isRunning = false;
      inFlight = [];
      const wait = end === 'again' ? (WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0) : 0;
      tries = end === 'again' ? tries + 1 : 0;
      const isLeft = owner !== null && toSend().length > 0;
      const nextAt = isLeft && end === 'again' ? deviceNow() + wait : 0;
      sending.set({ isSending: false, isStuck: isLeft && end !== 'done', triedAt: deviceNow(), nextAt });
      if (isLeft && end !== 'stop') timer = setTimeout(sendNow, wait);
      if (isLeft && end === 'again') askToSync();
    });
}

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
/** Has the browser send once there is signal, also when Keyhold is closed until then (background.ts); not every browser can. */
function askToSync(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((found) => (found as Syncing | undefined)?.sync?.register(SYNC_TAG))
    .catch(() => undefined);
}

const toSend = () => waiting(ownEntries.get()).filter(({ key }) => !unreadable.has(key));

/**
 * Sends in the order of the entries until none is left, or it has to be tried `again`; `stop` without a session, until there is one. Only one
 * tab does.
 */
async function sendAll(): Promise<'done' | 'again' | 'stop'> {
  sending.set({ ...sending.get(), isSending: true, triedAt: deviceNow(), nextAt: 0 });
  await writeCounts();
  await reload();
  let most = BATCH_MAX;
  for (let [first] = toSend(); first && owner !== null; [first] = toSend()) {
    try {
      const entries = isCustody(first) ? leading(most) : [first];
      inFlight = entries.map(({ key }) => key);
      if (!isCustody(first)) await sendCount(first);
      else if (!(await sendCustody(owner, entries.filter(isCustody)))) return 'again';
      tries = 0;
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      if (error.status === 410) {
        await forgetHere(owner);
        return 'done';
      }
      // A restored server does not know the device: it is registered again, and keeps sealing with the key that it has.
      if (error.status === 404 && isCustody(first)) await requestKey(await thisDevice(owner)).catch(() => '');
      if (error.status === 401 || error.status === 403) return 'stop';
      if (error.status !== 400) return 'again';
      // The server can't read one of them: each is sent alone.
      if (most === 1) unreadable.add(first.key);
      most = 1;
    }
  }
  return 'done';
}

/** The custody entries at the head of what waits. */
function leading(most: number): Own<CustodyEntry>[] {
  const all = toSend();
  const end = all.findIndex((entry) => !isCustody(entry));
  return all.slice(0, end < 0 ? most : Math.min(end, most)).filter(isCustody);
}

/** Sends custody entries and removes those that were answered; false if none was. */
async function sendCustody(user: number, entries: readonly Own<CustodyEntry>[]): Promise<boolean> {
  const device = (await keyOf(user))?.device;
  if (!device) return false;
  const all = ownEntries.get();
  const body = {
    device,
    entries: entries.map(postedEntry),
    unsent: waiting(all).filter(isCustody).length - entries.length,
    takenBack: all.flatMap(({ n, takenBackAt }) => (takenBackAt && n ? n : [])).slice(-BATCH_MAX),
  } as Input<'sendOutbox'>['body'] & object;
  const key = crypto.randomUUID();
  ownKeys.add(key);
  const { data } = await withReauthentication('sendOutbox', () => call('sendOutbox', { body }, { key }));
  const answered = new Map(data.answers.map((answer) => [answer.key, answer]));
  const done = entries.filter((entry) => answered.has(entry.key));
  await removeEntries(done);
  void refreshAfter('sendOutbox');
  for (const entry of done) show(entry, answered.get(entry.key));
  return done.length > 0;
}

/** Says what became of an entry, where it is not simply recorded. */
function show({ identifier, kind, body }: CustodyEntry, answer: OutboxAnswer | undefined): void {
  const { outcome, check, detail, question, refused } = answer ?? {};
  if (outcome === 'asked' && question)
    toast({ title: `${identifier} needs you`, description: OUTBOX_QUESTIONS[question.question] });
  if (outcome === 'check' && check && check !== 'already')
    toast({
      title: `${identifier} is recorded`,
      description:
        check === 'tag_elsewhere' && kind === 'return' && detail
          ? `Read the tag again: ${detail} has ${body.newTag}, too. It is under Sent in the outbox.`
          : OUTBOX_CHECKS[check],
    });
  if (outcome === 'refused')
    toast({
      title: `${identifier} was not changed`,
      ...(refused && { description: OUTBOX_REFUSALS[refused] }),
      variant: 'destructive',
    });
}

/** Sends a count of an audit; what refuses it is shown, and the count reverted. */
async function sendCount(entry: Own<AuditEntry>): Promise<void> {
  let outcome: AuditOutcome;
  try {
    outcome = { entry, reply: await replyTo(entry), error: null };
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || isTried(thrown) || thrown.status === 401) throw thrown;
    outcome = { entry, reply: null, error: thrown };
  }
  // Shown before the entry is removed, so that the screen does not flicker.
  onAudit(outcome);
  await removeEntries([entry]);
}

async function replyTo({ key, sessionId, doneAt, ...entry }: Own<AuditEntry>) {
  if (entry.kind === 'tick') {
    const { keyBunchId, seen } = entry;
    const input = { params: { id: sessionId }, body: { keyBunchId, seen, doneAt } };
    return (await withReauthentication('tickAudit', () => call('tickAudit', input, { key }))).data;
  }
  if (entry.kind === 'read') {
    const { hook, code, typed, keyCount, fobCount } = entry;
    const what = code === null ? { empty: true } : { code, typed, keyCount, fobCount };
    const input = { params: { id: sessionId }, body: { hook, ...what, doneAt } };
    return (await withReauthentication('readAudit', () => call('readAudit', input, { key }))).data;
  }
  const body = { auditSessionId: sessionId, nfcSerial: entry.serial, typed: entry.typed, doneAt };
  return (await withReauthentication('scanAudit', () => call('scanAudit', { body }, { key }))).data;
}
