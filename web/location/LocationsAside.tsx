import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ChevronRight, ClipboardCheck, FileText } from 'lucide-react';
import { useId } from 'react';
import { api } from '../../shared/api.ts';
import { TRANSFERS_REQUESTED, TRANSFERS_SHOWN } from '../../shared/limits.ts';
import type { Location } from '../../shared/location.ts';
import type { Movement } from '../../shared/movement.ts';
import { actorName } from '../../shared/user-name.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { WithArrows } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { type Icon, linkClass } from '../ui/classes.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const row = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left focus-visible:-outline-offset-2';
const linkRow = `${row} transition-colors hover:bg-soft/50`;

/** Links to bulk move, report and audit, as permitted. `first` is the location to start with: undefined while loading, null without any. */
export function QuickActions({ first, failed }: { first: Location | null | undefined; failed: boolean }) {
  const may = useMay();
  const bulkMove = may('key:bulk_move');
  const report = may(api.getLocationReport.needs);
  const audit = may('audit:create');
  if (!bulkMove && !report && !audit) return null;
  return (
    <Panel className="print:hidden">
      <PanelHead title="Quick Actions" />
      <ul className="divide-y">
        {bulkMove && (
          <li>
            <Link to="/bulk-move-keys" className={linkRow}>
              <Inside icon={ArrowLeftRight} title="Bulk Move Keys" hint="Move one type between locations" />
            </Link>
          </li>
        )}
        {report && (
          <li>
            {first ? (
              <Link
                to="/location-report/$locationId"
                params={{ locationId: String(first.id) }}
                className={linkRow}
              >
                <Inside icon={FileText} title="Location Report" hint="Counts, inventory and activity" />
              </Link>
            ) : (
              <Off
                icon={FileText}
                title="Location Report"
                reason={
                  first === null
                    ? 'There are no locations yet.'
                    : failed
                      ? 'The locations could not be read.'
                      : 'Loading locations...'
                }
              />
            )}
          </li>
        )}
        {audit && (
          <li>
            <Link to="/audit" className={linkRow}>
              <Inside icon={ClipboardCheck} title="Audit Location" hint="Check every key by list or NFC" />
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  );
}

type InsideProps = { icon: Icon; title: string; hint: string; off?: string };

/** Icon, title and hint; `off` is the hint's id where the action is disabled. */
const Inside = ({ icon, title, hint, off }: InsideProps) => (
  <>
    <ActionSquare icon={icon} size={32} />
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{title}</span>
      <span id={off} className="block text-hint text-muted">
        {hint}
      </span>
    </span>
    {!off && <ChevronRight aria-hidden className="size-4 text-muted" />}
  </>
);

/** A disabled action with its reason; stays in the Tab order. */
function Off({ reason, ...inside }: { icon: Icon; title: string; reason: string }) {
  const id = useId();
  return (
    <button type="button" aria-disabled="true" aria-describedby={id} className={`${row} text-muted`}>
      <Inside {...inside} hint={reason} off={id} />
    </button>
  );
}

const ROWS = Array.from({ length: TRANSFERS_SHOWN }, (_, row) => row);

/** The latest moves between locations. */
export function RecentTransfers() {
  const { data, error, refetch } = useRead('listMovements', {
    query: { limit: String(TRANSFERS_REQUESTED), action: 'location_move' },
  });
  return (
    <Panel aria-busy={!data && !error}>
      <PanelHead
        title="Recent Transfers"
        right={
          <Link to="/history" search={{ action: 'move' }} className={linkClass}>
            View all
          </Link>
        }
      />
      {data?.length === 0 && <p className="px-4 py-10 text-center text-muted">No transfers yet</p>}
      {error && !data && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      <ul className="divide-y">
        {data?.slice(0, TRANSFERS_SHOWN).map((movement) => (
          <Transfer key={movement.id} movement={movement} />
        ))}
        {!data &&
          !error &&
          ROWS.map((row) => (
            <li key={row} className="grid h-[58px] content-center gap-2 px-4">
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="h-3 w-52" />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function Transfer({ movement }: { movement: Movement }) {
  const linked = useMay()(api.getKeyBunchHistory.needs) && movement.keyBunchId !== null;
  const { keyBunchIdentifier, fromLocation, toLocation, details, user } = movement;
  const from = details.from || fromLocation?.name;
  const to = details.to || toLocation?.name;
  return (
    <li className="relative px-4 py-[9px] transition-colors hover:bg-soft/50 phone:py-3">
      <div className="flex items-baseline justify-between gap-3">
        {linked ? (
          <Link
            to="/key-history/$id"
            params={{ id: String(movement.keyBunchId) }}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {keyBunchIdentifier}
          </Link>
        ) : (
          <span className="min-w-0 truncate font-medium">{keyBunchIdentifier}</span>
        )}
        <Time at={movement.doneAt} className="relative z-10 text-hint text-muted" />
      </div>
      <p className="text-hint break-words">
        <WithArrows text={`${from} -> ${to}`} />
        {user && <span className="text-muted"> · {actorName(user)}</span>}
      </p>
    </li>
  );
}
