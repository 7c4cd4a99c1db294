import type { OutHolder } from '../../shared/custody.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';

/** "Irwell Facilities, contractor", "Staff"; nothing of a name alone. */
export function whoText({ organisation, kind }: Pick<OutHolder, 'organisation' | 'kind'>): string {
  const known = HOLDER_KINDS.find((one) => one === kind);
  const word = known ? HOLDER_KIND_LABELS[known] : '';
  return organisation ? [organisation, word.toLowerCase()].filter(Boolean).join(', ') : word;
}

/** What of the sets that somebody has is overdue: "1 overdue", or "both overdue" of two; nothing when none is. */
export function overdueWords({ out, overdue }: Pick<OutHolder, 'out' | 'overdue'>): string {
  if (overdue === 0) return '';
  return out === 2 && overdue === 2 ? 'both overdue' : `${overdue} overdue`;
}
