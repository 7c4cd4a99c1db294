/**
 * What a hook held when it was looked at, in a blind audit or a spot check: a set or code (`text`), or nothing (`text` null). `hook` is null
 * for what was read without one; `twin` numbers the sets with the same ID. `doneAt` is when it was read, `id` its order where two have the same time.
 */
export type HookReading = {
  id: number;
  hook: string | null;
  text: string | null;
  twin?: number;
  keyCount: number | null;
  fobCount: number | null;
  doneAt: string;
};

/**
 * The readings that stand, oldest first. A set is where it was read last, with the last count there; an empty hook ends what was read on it
 * before, and a later reading ends "empty".
 */
export function standing<R extends HookReading>(readings: readonly R[]): R[] {
  const kept = new Map<string, R>();
  const onHook = new Map<string | null, Set<string>>();
  const drop = (key: string) => {
    onHook.get(kept.get(key)?.hook ?? null)?.delete(key);
    kept.delete(key);
  };
  const inOrder = [...readings].sort((a, b) => a.doneAt.localeCompare(b.doneAt) || a.id - b.id);
  for (const one of inOrder) {
    const key = one.text === null ? `empty ${one.hook}` : `read ${one.twin ?? 0} ${one.text}`;
    const before = kept.get(key);
    for (const other of [...(onHook.get(one.hook) ?? [])])
      if (one.text === null || kept.get(other)?.text === null) drop(other);
    drop(key);
    const counted =
      before?.hook === one.hook && one.keyCount === null
        ? { ...one, keyCount: before.keyCount, fobCount: before.fobCount }
        : one;
    kept.set(key, counted);
    onHook.set(one.hook, (onHook.get(one.hook) ?? new Set()).add(key));
  }
  return [...kept.values()];
}

/** The hooks that were not looked at yet, in the given order. */
export const hooksLeft = (hooks: readonly string[], readings: readonly HookReading[]): string[] => {
  const looked = new Set(readings.map(({ hook }) => hook));
  return hooks.filter((hook) => !looked.has(hook));
};

/** A pause that ends a run of ticks, and a median that no one reaches who looks at each set, in ms. */
const PAUSE_MS = 10_000;
const QUICK_MS = 500;
const RUN_MIN = 10;

/** Runs of ten or more ticks of one person with a median under half a second between them. */
export function quickRuns(
  ticks: readonly { userId: number; doneAt: string }[],
): { userId: number; ticks: number; seconds: number }[] {
  const ofPerson = new Map<number, { doneAt: string }[]>();
  for (const tick of ticks) {
    const own = ofPerson.get(tick.userId) ?? [];
    own.push(tick);
    ofPerson.set(tick.userId, own);
  }
  return [...ofPerson].flatMap(([userId, own]) => {
    const times = own.map(({ doneAt }) => Date.parse(doneAt)).sort((a, b) => a - b);
    const runs: number[][] = [];
    for (const time of times) {
      const run = runs.at(-1);
      if (run && time - (run.at(-1) ?? 0) <= PAUSE_MS) run.push(time);
      else runs.push([time]);
    }
    return runs.filter(isQuick).map((run) => ({
      userId,
      ticks: run.length,
      seconds: Math.round(((run.at(-1) ?? 0) - (run[0] ?? 0)) / 1000),
    }));
  });
}

function isQuick(run: readonly number[]): boolean {
  if (run.length < RUN_MIN) return false;
  const gaps = run.slice(1).map((time, n) => time - (run[n] ?? 0));
  return (gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0) < QUICK_MS;
}
