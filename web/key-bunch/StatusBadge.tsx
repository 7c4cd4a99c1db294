import type { KeyBunch } from '../../shared/key-bunch.ts';
import { LONG_OUT_HOURS } from '../../shared/limits.ts';
import { serverNow } from '../api/server-clock.ts';
import { shortText, sinceClock } from '../custody/due-lines.ts';
import { companyZone, shortTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Tint } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Time } from '../ui/Time.tsx';

/** Default colours of statuses; a configured status has its own. */
export const STATUS_TINTS: Record<string, Tint> = {
  active: 'emerald',
  issued: 'amber',
  missing: 'red',
  inactive: 'gray',
  in_use: 'blue',
};

/** A bunch's status in the company's wording. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tint } = useLabels();
  return (
    <Badge tint={tint('statuses', status, STATUS_TINTS[status] ?? 'gray')} dot>
      {label('statuses', status)}
    </Badge>
  );
}

/**
 * A status on paper, with holder, since when and what is missing. Marks tell the statuses apart in black and white; they are
 * borders, because thousands of icons print slowly.
 */
export function PrintedStatus({ bunch }: { bunch: KeyBunch }) {
  const { status, holder, issuedAt } = bunch;
  const { label } = useLabels();
  const short = shortText(bunch);
  const word = label('statuses', status);
  return (
    <div className={cx('pl-3 -indent-3', status === 'missing' && 'font-bold text-red-800')}>
      <span
        aria-hidden="true"
        className={cx(
          'mr-[5px] inline-block size-[7px]',
          status === 'missing' && 'border-[3.5px]',
          status === 'issued' && 'rounded-full border',
          'border-current!',
        )}
      />
      {holder ? `${word}, ${holder.name}` : word}
      {holder && issuedAt && <span className="block indent-0 text-muted">since {shortTime(issuedAt)}</span>}
      {short && <span className="block indent-0 font-semibold">{short}</span>}
    </div>
  );
}

/** The printed tag: an issued set's is broken. */
export const printedTag = ({ status, currentTag }: KeyBunch): string =>
  status === 'issued' ? 'Broken' : (currentTag ?? 'None');

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04", "Thu 18:00", "21 Nov 18:00". */
export const sinceText = (at: string): string => sinceClock(Date.parse(at), serverNow(), companyZone());

/** Since when a set is missing, and its last holder: "Missing since 22:49, last with Callum Reid". */
export function missingText({ missing, lastUpdated }: KeyBunch): string {
  const since = `Missing since ${sinceText(missing?.since ?? lastUpdated)}`;
  if (!missing) return since;
  const { lastHolder, lastLocation } = missing;
  return `${since}, last ${lastHolder ? `with ${lastHolder.name}` : `at ${lastLocation.name}`}`;
}

/** When and where a set was last seen, or "Never". */
export function LastSeen({ bunch }: { bunch: Pick<KeyBunch, 'lastSeenAt' | 'lastSeenLocation'> }) {
  const { lastSeenAt, lastSeenLocation } = bunch;
  if (!lastSeenAt) return 'Never';
  return (
    <>
      <Time at={lastSeenAt} inline />
      {lastSeenLocation && ` at ${lastSeenLocation.name}`}
    </>
  );
}

const HOUR_MS = 3_600_000;

/** Whether a set has been out too long. */
export const isLongOut = ({ issuedAt }: Pick<KeyBunch, 'issuedAt'>): boolean =>
  issuedAt !== null && serverNow() - Date.parse(issuedAt) > LONG_OUT_HOURS * HOUR_MS;

/** Warning colour. */
export const longOutClass = 'font-medium text-amber-800 dark:text-amber-300';

const MINUTE_MS = 60_000;

/** Whether the last update differs from the issue, so that both are shown. */
export const changedSinceIssue = ({ issuedAt, lastUpdated }: KeyBunch): boolean =>
  issuedAt !== null && Date.parse(lastUpdated) - Date.parse(issuedAt) >= MINUTE_MS;
