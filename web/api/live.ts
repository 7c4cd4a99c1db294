import type { Change } from '../../shared/topic.ts';
import { hold, type LiveEvent } from './live-source.ts';
import { setHeard } from './live-state.ts';
import { queries } from './queries.ts';
import { noteReachable, serverAnswers } from './reachable.ts';
import { ownKeys, refresh } from './refresh.ts';

/** Silence for longer than this is a dead line: beats come every 20 seconds. */
const SILENT_MS = 50_000;
/** Nobody looks: the channel is given up until somebody does. */
const HIDDEN_MS = 2 * 60_000;
/** Not everybody asks at the very moment that something changed. */
const SPREAD_MS = 200;
/** Between two rounds of asking, however much changes. */
const REST_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From where on this page listens: when it was delivered, then what came last. */
let position = document.querySelector('meta[name=live]')?.getAttribute('content') ?? '';
let waiting: Change[] = [];
let everything = false;
let asking = false;

/**
 * Asks again for what changed: at once what was one change, in rounds what are many, and only while somebody looks. A round waits for the one
 * before, so that a slow server is not asked faster than it answers.
 */
async function askAgain(): Promise<void> {
  if (asking || document.hidden) return;
  asking = true;
  await pause(Math.random() * SPREAD_MS);
  while ((everything || waiting.length > 0) && !document.hidden) {
    const [all, changes] = [everything, waiting];
    everything = false;
    waiting = [];
    const asked = all ? queries.invalidateQueries() : refresh(changes);
    await asked.catch(() => undefined);
    await pause(REST_MS);
  }
  asking = false;
}

const listeners = new Set<(changes: readonly Change[]) => void>();

/** Has `listener` called with what others changed, before anything is read again; returns how to stop. */
export function onChanges(listener: (changes: readonly Change[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function hear({ event, id, changes }: LiveEvent): void {
  if (id) position = id;
  setHeard(Date.now());
  noteReachable(true);
  if (event === 'reset') everything = true;
  const others = changes.filter(({ by }) => !by || !ownKeys.has(by));
  waiting.push(...others);
  for (const listener of listeners) listener(event === 'reset' ? [{ topic: 'keyBunches' }] : others);
  void askAgain();
}

/**
 * Listens to the live channel for as long as the page is looked at; answers how to stop. `person` is who is signed in: their pages share one
 * stream.
 */
export function listenLive(person: number): () => void {
  let release: (() => void) | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const lost = () => {
    clearTimeout(silence);
    setHeard(0);
  };
  /** A stream that says nothing, whether it ever did or not, is opened anew. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      end();
      begin();
    }, SILENT_MS);
  };
  const begin = () => {
    if (release) return;
    release = hold(person, {
      position: () => position,
      onLost() {
        lost();
        watch();
        void serverAnswers();
      },
      onEvent(event) {
        watch();
        hear(event);
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
    void askAgain();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    end();
  };
}
