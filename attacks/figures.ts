import { appendFileSync } from 'node:fs';

/** At length in `npm run test:attacks`, briefly in `npm test`. */
export const LONG = process.env.ATTACKS === 'long';

/** How often something is tried: so often in `npm test`, and so often at length. */
export const times = (brief: number, long: number): number => (LONG ? long : brief);

/** Writes down what was measured for a goal of docs/reliability.md; `npm run test:attacks` prints it at its end. */
export function figure(goal: string, text: string): void {
  const file = process.env.ATTACK_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ goal, text })}\n`);
  else if (LONG) console.log(`${goal}: ${text}`);
}
