import { appendFileSync } from 'node:fs';

/** Longer runs in `npm run test:faults` and `npm run test:attacks`, short ones in `npm test`. */
export const LONG = process.env.AT_LENGTH === '1';

/** The number of attempts, kills or cuts: `brief` in `npm test`, `long` in the longer runs. */
export const times = (brief: number, long: number): number =>
  LONG ? Math.max(1, Math.round(long * Number(process.env.SHARE ?? 1))) : brief;

/** Records a measurement for a goal of docs/reliability.md or docs/attacks.md; the command prints it at its end. */
export function figure(goal: string, text: string): void {
  const file = process.env.FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ goal, text })}\n`);
  else if (LONG) console.log(`${goal}: ${text}`);
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const largest = (all: number[]): number => Math.max(0, ...all);
export const middle = (all: number[]): number =>
  at(
    all.toSorted((a, b) => a - b),
    0.5,
  );
export const share = (all: number[], part: number): number =>
  at(
    all.toSorted((a, b) => a - b),
    part,
  );

/** Formats milliseconds as seconds: `0.42 s`. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const spread = (all: number[]): string =>
  `median ${seconds(middle(all))}, longest ${seconds(largest(all))}`;
