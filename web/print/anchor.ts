import type { Anchor } from '../../shared/anchor.ts';
import { anchorWords, grouped, HISTORY_ANCHOR } from '../../shared/anchor-words.ts';
import { call } from '../api/call.ts';

/** Paper waits this long for its anchor. */
const PATIENCE_MS = 2500;

let current: Anchor | null = null;

/** Has the server sign what the history ends with, for the paper that is printed next. Never throws: paper without an anchor is paper. */
export async function fetchAnchor(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  current = await call('anchorHistory', { body: {} }, { key: crypto.randomUUID(), signal }).then(
    ({ data }) => data.anchor,
    () => null,
  );
}

/** What was fetched belongs to one printing. */
export function forgetAnchor(): void {
  current = null;
}

/** The lines of the paper that is being printed: what the history ended with, and which key signed it; none when that is not known. */
export function printedAnchor(): string[] {
  if (!current) return [];
  const [movements, log] = anchorWords(current);
  const time = current.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return [`${HISTORY_ANCHOR}: ${movements} · ${log} · ${time}`, `Key ${grouped(current.key)}`];
}
