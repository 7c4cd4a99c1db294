import type { Change, Topic } from '../../shared/topic.ts';
import { noteAnswer, onBack, serverAnswers } from './connection.ts';
import { type LiveEvent, subscribe } from './live-source.ts';
import { isLive, setKnownUntil, setLive } from './live-state.ts';
import { queries, retryFailed } from './queries.ts';
import { ownKeys, refresh } from './refresh.ts';

/** Milliseconds of silence after which the connection is dead; beats come every 20 seconds. */
const SILENT_MS = 50_000;
/** Milliseconds after which a page that comes back, or a device that slept, reopens a stream without a beat. */
const BEATLESS_MS = 25_000;
/** Interval of a timer whose delay shows that the device slept, and the delay that does, in milliseconds. */
const TICK_MS = 5000;
const GAP_MS = 10_000;
/** Milliseconds after which a hidden tab closes its stream. */
const HIDDEN_MS = 2 * 60_000;
/** Maximum random delay before a refresh, in milliseconds. */
const SPREAD_MS = 200;
/** Minimum time between two rounds of refreshes, in milliseconds. */
const REST_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** This page's position: its delivery, then the last event. */
let position = document.querySelector('meta[name=live]')?.getAttribute('content') ?? '';
let waiting: Change[] = [];
let everything = false;
let refreshing = false;

/**
 * Refreshes changed reads in rounds, at least REST_MS apart, while the page is visible. Rounds do not overlap, so that a slow server is not
 * overloaded.
 */
async function refreshChanged(): Promise<void> {
  if (refreshing || document.hidden) return;
  refreshing = true;
  await pause(Math.random() * SPREAD_MS);
  while ((everything || waiting.length > 0) && !document.hidden) {
    const [all, changes] = [everything, waiting];
    everything = false;
    waiting = [];
    const round = all ? queries.invalidateQueries() : refresh(changes);
    await round.catch(() => undefined);
    await pause(REST_MS);
  }
  refreshing = false;
}

type Listener = (changes: readonly Change[] | null) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` with others' changes before they are refreshed, or null when anything may have changed, as after a long absence. Returns
 * the unsubscribe function.
 */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topics that others changed since this page began; null after a reset, when it may have been any. */
let changedTopics: Set<Topic> | null = new Set();

/** Whether others may have changed a topic since this page began: what is loaded late asks, because it heard nothing before. */
export const hasChanged = (topic: Topic): boolean => changedTopics?.has(topic) ?? true;

function receive({ event, id, changes, asked }: LiveEvent): void {
  if (id) position = id;
  // The channel was reopened.
  if (!asked && !isLive()) void retryFailed();
  if (!asked) setLive(true);
  setKnownUntil(Date.now());
  noteAnswer();
  if (event === 'reset') {
    everything = true;
    changedTopics = null;
  }
  const others = changes.filter(({ by }) => !by || !ownKeys.has(by));
  waiting.push(...others);
  for (const { topic } of others) changedTopics?.add(topic);
  for (const listener of listeners) listener(event === 'reset' ? null : others);
  void refreshChanged();
}

/**
 * Listens to the live channel, up to HIDDEN_MS after the page was hidden; returns the unsubscribe function. One stream per `person`. Failed
 * reads are made again when signal or page come back, and after a sleep of the device.
 */
export function listenLive(person: number): () => void {
  let release: (() => void) | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;

  const lost = () => {
    clearTimeout(silence);
    setLive(false);
  };
  /** Reopens the stream after SILENT_MS without an event. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENT_MS);
  };
  const begin = () => {
    if (release) return;
    release = subscribe(person, {
      position: () => position,
      onLost() {
        lost();
        watch();
        void serverAnswers();
        // Another page of this browser may be visible and take over.
        if (document.hidden) end();
      },
      onEvent(event) {
        heardAt = Date.now();
        watch();
        receive(event);
      },
    });
    watch();
  };
  const end = () => {
    release?.();
    release = null;
    lost();
  };
  const reopen = () => {
    end();
    if (!document.hidden) begin();
  };
  const heal = () => {
    if (document.hidden) return;
    if (!isLive() || Date.now() - heardAt > BEATLESS_MS) reopen();
    void retryFailed();
  };
  const look = () => {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(end, isLive() ? HIDDEN_MS : 0);
      return;
    }
    if (release) heal();
    else begin();
    void refreshChanged();
  };
  let tickedAt = Date.now();
  const ticks = setInterval(() => {
    const late = Date.now() - tickedAt > TICK_MS + GAP_MS;
    tickedAt = Date.now();
    if (late) heal();
  }, TICK_MS);
  const stopHealing = onBack(heal);
  window.addEventListener('online', heal);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(ticks);
    stopHealing();
    window.removeEventListener('online', heal);
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    end();
  };
}
