import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Line } from '../state/desk-state.ts';

/** The open dialog about a line. */
export type LineDialog =
  | { kind: 'handOver'; bunch: KeyBunch; to: Holder }
  | { kind: 'found'; bunch: KeyBunch }
  | { kind: 'link'; line: Line };
