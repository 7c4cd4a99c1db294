/** A difference below this is the reply's way here and its clock of whole seconds. */
const EXACT_MS = 2000;
let offset = 0;

/** Takes the time of a reply, so that a device whose clock is wrong still says when something was done. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const difference = at - Date.now();
  offset = Math.abs(difference) > EXACT_MS ? difference : 0;
}

/** Now by the server's clock, in epoch milliseconds, as far as its replies told it. */
export const serverNow = (): number => Date.now() + offset;
