import type { Anchor } from '../../shared/anchor.ts';
import { anchorWords, grouped, HISTORY_ANCHOR } from '../../shared/anchor-words.ts';
import { call } from '../api/call.ts';

/** The history anchor at the end of a printed list, with its key. */
export function PrintedAnchor() {
  const lines = printedAnchor();
  if (lines.length === 0) return null;
  return (
    <footer className="mt-4 break-inside-avoid border-t pt-2 text-muted">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  );
}

/** Timeout of the anchor, in ms. */
const ANCHOR_TIMEOUT_MS = 2500;

let current: Anchor | null = null;

/** Has the server sign the end of the history for the next print. Never throws: without an anchor the list still prints. */
export async function fetchAnchor(): Promise<void> {
  const signal = AbortSignal.timeout(ANCHOR_TIMEOUT_MS);
  current = await call('anchorHistory', { body: {} }, { key: crypto.randomUUID(), signal }).then(
    ({ data }) => data.anchor,
    () => null,
  );
}

/** Discards the anchor after printing. */
export function forgetAnchor(): void {
  current = null;
}

/** The lines of the anchor and its key; empty without one. */
function printedAnchor(): string[] {
  if (!current) return [];
  const [movements, log] = anchorWords(current);
  const time = current.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return [`${HISTORY_ANCHOR}: ${movements} · ${log} · ${time}`, `Key ${grouped(current.key)}`];
}
