import { Link } from '@tanstack/react-router';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import type { Difference } from '../../../shared/audit-readings.ts';
import { fullName } from '../../../shared/user-name.ts';
import { count } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/Notice.tsx';
import { idClass, ReportSection } from './ReportSection.tsx';

/**
 * The differences that no other section of the report lists: sets and codes that don't belong here are below as Unexpected and Unknown, those
 * not found in an audit that marks sets missing under Missing, those found again under Found.
 */
export const toLookInto = ({ kind, differences = [], unexpected }: OneAuditSession): Difference[] => {
  const strays = new Set(unexpected.map(({ keyBunchId }) => keyBunchId));
  return differences.filter((one) => {
    if (one.kind === 'elsewhere') return !strays.has(one.keyBunchId ?? 0);
    return one.kind === 'count' || (kind === 'spot' && (one.kind === 'empty' || one.kind === 'unseen'));
  });
};

const withFobs = ({ keys, fobs }: { keys: number; fobs: number }): string =>
  `${count(keys, 'key')} and ${count(fobs, 'fob')}`;

/** What a difference is, in words. */
function differenceText({ kind, hook, registeredHook, registered, counted }: Difference): string {
  const where = registeredHook === null ? 'without a hook' : `on ${registeredHook}`;
  switch (kind) {
    case 'count':
      return `${counted ? withFobs(counted) : ''} counted, ${registered ? withFobs(registered) : ''} registered`;
    case 'empty':
      return `${registeredHook} is empty`;
    case 'unseen':
      return `Registered ${where}, not found there`;
    default:
      return `Hangs on ${hook}, registered ${where}`;
  }
}

/** What a blind audit or a spot check found that differs from the register. */
export function ToLookInto({ session }: { session: OneAuditSession }) {
  const linked = useMay()(api.getKeyBunchHistory.needs);
  const rows = toLookInto(session);
  if (rows.length === 0) return null;
  return (
    <ReportSection title="To look into" count={rows.length} note="Differs from the register" alarm>
      {rows.map((one) => (
        <li
          key={`${one.kind} ${one.keyBunchId} ${one.text}`}
          className="flex min-h-11 break-inside-avoid flex-wrap items-baseline gap-x-3 border-t px-4 py-2.5 print:min-h-6 print:px-0 print:py-1"
        >
          {linked && one.keyBunchId !== null ? (
            <Link
              to="/key-history/$id"
              params={{ id: String(one.keyBunchId) }}
              className={cx(idClass, 'underline-offset-2 hover:underline phone:w-full')}
            >
              {one.text}
            </Link>
          ) : (
            <span className={cx(idClass, 'phone:w-full')}>{one.text}</span>
          )}
          <span className="min-w-0 flex-1 text-pretty text-muted">{differenceText(one)}</span>
        </li>
      ))}
    </ReportSection>
  );
}

/** Ticks that were made faster than one can look at a set. */
export function QuickTicks({ session: { quick } }: { session: OneAuditSession }) {
  if (quick.length === 0) return null;
  return (
    <Notice variant="warning" title="Ticked faster than one can look" className="mb-4">
      {quick
        .map(({ user, ticks, seconds }) => `${fullName(user)}: ${ticks} ticks in ${seconds} s`)
        .join('. ')}
    </Notice>
  );
}
