import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { AuditedLocation, AuditSession } from '../../../shared/audit.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { useLabels } from '../../labels.ts';
import { LocationSquare } from '../../location/LocationBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { useDrawn } from '../audit-parts.tsx';
import { auditedBy, kindNote, useTypeText } from '../audit-text.tsx';

/** Rows drawn at first, and per press. */
const STEP = 8;

/** Locations by time since their last audit; a press starts the next one. */
export function AuditedLocations({ onChoose }: { onChoose: (id: number) => void }) {
  const { data = [] } = useRead('listAuditedLocations');
  const { drawn, more } = useDrawn(data, STEP);
  if (data.length < 2) return null;
  return (
    <Panel>
      <PanelHead title="Last audited" right="Longest ago first" />
      <ul aria-label="Last audited" className="divide-y">
        {drawn.map((location) => (
          <LocationRow key={location.id} location={location} onChoose={onChoose} />
        ))}
      </ul>
      {more && <div className="border-t p-3 text-center">{more}</div>}
    </Panel>
  );
}

function LocationRow({ location, onChoose }: { location: AuditedLocation; onChoose: (id: number) => void }) {
  const { label } = useLabels();
  const { id, name, type, expected, last } = location;
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2">
      <LocationSquare type={type} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-hint text-pretty text-muted tabular-nums">
          {last ? (
            <>
              Audited <Time at={last.endTime} inline />
              {last.keyType && `, ${label('keyTypes', last.keyType)} only`}
              {last.missing > 0 && (
                <>
                  {' · '}
                  <span className="font-medium text-red-700 dark:text-red-300">{last.missing} missing</span>
                </>
              )}
            </>
          ) : expected > 0 ? (
            <span className="font-medium text-amber-800 dark:text-amber-300">Never audited</span>
          ) : (
            'No keys to audit'
          )}
        </span>
      </span>
      {expected > 0 && (
        <Button
          size="sm"
          aria-label={`Choose ${name}`}
          onClick={() => {
            onChoose(id);
            window.scrollTo({ top: 0 });
          }}
        >
          Choose
        </Button>
      )}
    </li>
  );
}

const WAITING = [0, 1, 2, 3, 4];

/** The recent audits. */
export const useRecentAudits = () =>
  useRead('listAudits', { query: { status: 'completed' } }, { topics: ['audits'] });

type Props = Pick<ReturnType<typeof useRecentAudits>, 'data' | 'error' | 'refetch'>;

/** The recent audits, each a link to its page. */
export function RecentAudits({ data, error, refetch }: Props) {
  return (
    <Panel aria-busy={!data && !error}>
      <PanelHead title="Recent audits" />
      {data?.length === 0 && <p className="px-4 py-10 text-center text-muted">No audits yet</p>}
      {error && !data && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      <ul aria-label="Recent audits" className="divide-y">
        {data?.map((session) => (
          <RecentAudit key={session.id} session={session} />
        ))}
        {!data &&
          !error &&
          WAITING.map((row) => (
            <li key={row} className="grid h-[66px] content-center gap-2 px-4">
              <Skeleton className="h-3.5 w-40" />
              <Skeleton className="h-3 w-56" />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function RecentAudit({ session }: { session: AuditSession }) {
  const typeText = useTypeText();
  const { keyType, totalScanned, totalExpected, missingBunches, user, endTime } = session;
  const missing = missingBunches.length;
  return (
    <li>
      <Link
        to="/audit/$id"
        params={{ id: String(session.id) }}
        className="flex min-h-[66px] items-center gap-3 px-4 py-2.5 transition-colors hover:bg-soft/50 focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 font-medium wrap-anywhere">{session.location.name}</span>
            <span className="ml-auto text-hint text-muted">
              <Time at={endTime ?? session.startTime} />
            </span>
          </span>
          <span className="block text-hint text-pretty text-muted tabular-nums">
            {missing > 0 && (
              <>
                <span className="font-medium text-red-700 dark:text-red-300">{missing} missing</span>
                {' · '}
              </>
            )}
            {totalScanned} of {totalExpected} · {kindNote(session) ?? typeText(keyType)}
            {user && ` · ${auditedBy(session)}`}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </Link>
    </li>
  );
}
