import type { OneAuditSession, Seen } from '../../../shared/audit.ts';

/** Marks a set that was missing when the audit began; seeing it finds it. */
export const WasMissing = () => (
  <span className="text-hint whitespace-nowrap text-amber-800 dark:text-amber-300">was Missing</span>
);

const WAYS = ['nfc', 'tag', 'identifier', 'tick'] as const;
type Way = (typeof WAYS)[number];
const wayOf = ({ matched }: Seen): Way => matched ?? 'tick';

/** How a set was found, before the time: "Ticked 22:41:07". */
const ONE: Record<Way, string> = {
  nfc: 'Scanned',
  tag: 'By tag number',
  identifier: 'By set ID',
  tick: 'Ticked',
};
const ALL: Record<Way, string> = {
  nfc: 'by NFC tag',
  tag: 'by tag number',
  identifier: 'by set ID',
  tick: 'ticked by hand',
};

export const howFound = (seen: Seen): string => ONE[wayOf(seen)];

/** Counts by method: "1 by NFC tag, 11 ticked by hand"; null with none found. */
export function waysFound({ seen }: Pick<OneAuditSession, 'seen'>): string | null {
  const counts = WAYS.map((way) => ({ way, n: seen.filter((one) => wayOf(one) === way).length }));
  const used = counts.filter(({ n }) => n > 0).map(({ way, n }) => `${n.toLocaleString()} ${ALL[way]}`);
  return used.length > 0 ? used.join(', ') : null;
}
