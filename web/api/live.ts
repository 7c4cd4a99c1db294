import type { Change } from '../../shared/topic.ts';
import { type LiveEvent, subscribe } from './live-source.ts';
import { isLive, setLiveUntil } from './live-state.ts';
import { isRetryable, queries } from './queries.ts';
import { noteReachable, serverAnswers } from './reachable.ts';
import { ownKeys, refresh } from './refresh.ts';

/** Milliseconds of silence after which the connection is dead; beats come every 20 seconds. */
const SILENT_MS = 50_000;
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

const listeners = new Set<(changes: readonly Change[]) => void>();

/** Calls `listener` with others' changes before they are refreshed; returns the unsubscribe function. */
export function onChanges(listener: (changes: readonly Change[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function receive({ event, id, changes }: LiveEvent): void {
  if (id) position = id;
  // The channel was reopened.
  if (!isLive()) void queries.refetchQueries({ type: 'active', predicate: isRetryable });
  setLiveUntil(Date.now());
  noteReachable(true);
  if (event === 'reset') everything = true;
  const others = changes.filter(({ by }) => !by || !ownKeys.has(by));
  waiting.push(...others);
  for (const listener of listeners) listener(event === 'reset' ? [{ topic: 'keyBunches' }] : others);
  void refreshChanged();
}

/** Listens to the live channel, up to HIDDEN_MS after the page was hidden; returns the unsubscribe function. One stream per `person`. */
export function listenLive(person: number): () => void {
  let release: (() => void) | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const lost = () => {
    clearTimeout(silence);
    setLiveUntil(0);
  };
  /** Reopens the stream after SILENT_MS without an event. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      end();
      begin();
    }, SILENT_MS);
  };
  const begin = () => {
    if (release) return;
    release = subscribe(person, {
      position: () => position,
      onLost() {
        lost();
        watch();
        void serverAnswers();
      },
      onEvent(event) {
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
  const look = () => {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(end, HIDDEN_MS);
      return;
    }
    begin();
    void refreshChanged();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    end();
  };
}
