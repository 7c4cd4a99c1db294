import { offlineSince } from '../ui/shared-value.ts';
import { serverTimeOf } from './server-clock.ts';

/** Without an answer for this long the device counts as offline, in ms. */
const OFFLINE_MS = 4000;
/** After this long a request without a response is doubted, in ms. */
export const DOUBT_MS = 1000;
/** Timeout of a probe, so that it ends OFFLINE_MS after the doubted request was sent. */
const PROBE_MS = OFFLINE_MS - DOUBT_MS;

let answeredAt = Date.now();
let hasAnswered = false;
/** Since when an answer is missing, by `performance.now()`; 0 while none is. */
let doubtedAt = 0;
/** Whether a probe got no answer either. */
let isCut = false;
const listeners = new Set<() => void>();
let onDoubt: () => void = () => undefined;

/** Since when the device is offline, in epoch ms by the server's clock; 0 while it is not. */
export const useOfflineSince = (): number => offlineSince.use((at) => at && serverTimeOf(at));
/** Whether no answer has come for OFFLINE_MS. What the browser says does not count. */
export const isOffline = (): boolean => offlineSince.get() > 0;
/** Whether a request waits for an answer longer than usual. */
export const isDoubted = (): boolean => doubtedAt > 0;

/** Sets what probes the server while an answer is missing (`probe.ts`). */
export function whenDoubted(probe: () => void): void {
  onDoubt = probe;
  if (isDoubted()) probe();
}

/** Calls `listener` when answers come again after a probe had got none; returns the unsubscribe function. */
export function onBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Records that the server answered a request sent at `sent` (`performance.now()`). An answer to one that was sent before the doubt began was
 * already on its way, as is what a stream delivers.
 */
export function noteAnswer(sent = 0): void {
  if (isDoubted() && sent < doubtedAt) return;
  answeredAt = Date.now();
  hasAnswered = true;
  if (!isDoubted()) return;
  const wasCut = isCut;
  doubtedAt = 0;
  isCut = false;
  offlineSince.set(0);
  if (wasCut) for (const listener of [...listeners]) listener();
}

/**
 * The page shows what the device keeps, which was last true at `at`, in ms by the device's clock. Returns whether the page began without signal,
 * so that the server has not answered it at all.
 */
export function noteKept(at: number): boolean {
  if (!hasAnswered) answeredAt = at;
  return !hasAnswered;
}

/** Records that a request sent at `sent` (`performance.now()`) has no answer. */
export function noteSilence(sent: number = performance.now()): void {
  if (isDoubted()) return;
  doubtedAt = sent;
  onDoubt();
}

/** Whether a reply is a page, which no call and no probe gets from the server: that of a network which wants a sign-in, for one. */
export const isOthers = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/** Whether the server responds; a proxy's 502 to 504 does not count. */
export async function serverAnswers(): Promise<boolean> {
  const sent = performance.now();
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    (reply) => reply.status < 500 && !isOthers(reply),
    () => false,
  );
  if (answered) noteAnswer(sent);
  else {
    isCut = true;
    noteSilence(sent);
    if (performance.now() - doubtedAt >= OFFLINE_MS) offlineSince.set(answeredAt);
  }
  return answered;
}

const AGAIN_MS = 3000;

/** Loads a module until it succeeds: the connection can fail after the first screen. */
export async function untilLoaded<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load();
    } catch {
      void serverAnswers();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
