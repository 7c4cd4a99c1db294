import { Check } from 'lucide-react';
import type { OneAuditSession } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, duration } from '../format.ts';
import { useLabels } from '../labels.ts';
import { LocationBadge, LocationSquare } from '../location/LocationBadge.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Facts, Panel, PanelHead } from '../ui/Panel.tsx';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';
import { kindNote, outText, tagOf, useTypeText } from './audit-text.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** Auditor, start and mode. */
export function SessionInfo({ session, mode }: { session: OneAuditSession; mode: AuditMode }) {
  useClock();
  const typeText = useTypeText();
  const { user, startTime, keyType } = session;
  return (
    <Panel>
      <PanelHead title="Session info" />
      <Facts
        facts={[
          ['Session', `#${session.id}`],
          ['Auditor', user && fullName(user)],
          ['Started', clockTime(startTime)],
          ['Elapsed', duration(serverNow() - Date.parse(startTime)).replace(/ \d+ s$/, '')],
          ['Checks', kindNote(session)],
          ['Mode', session.blind ? null : MODE_LABELS[mode]],
          ['Key type', typeText(keyType)],
        ]}
      />
    </Panel>
  );
}

/** Confirms that the hook of a set that is out is empty. */
function EmptyHook({ work, hook }: { work: AuditWork; hook: string | null }) {
  if (hook === null) return null;
  const isEmpty = work.readings.some((one) => one.hook === hook && one.text === null);
  if (isEmpty)
    return (
      <span className="flex min-h-11 items-center gap-1.5 font-medium text-emerald-800 dark:text-emerald-300">
        <Check aria-hidden className="size-4" />
        Empty
      </span>
    );
  if (!work.mayAct) return null;
  return (
    <Button size="sm" onClick={() => work.read({ hook, code: null, typed: false })}>
      Hook is empty
    </Button>
  );
}

/** The location's type, contents and last audit. */
export function LocationInfo({ session }: { session: OneAuditSession }) {
  const { label } = useLabels();
  const { id } = session.location;
  const { data: locations } = useRead('listLocations');
  const { data: scope } = useRead('getAuditScope', { params: { id } });
  const { data: audits } = useRead(
    'listAudits',
    { query: { locationId: String(id), status: 'completed' } },
    { topics: ['audits'] },
  );
  const location = locations?.find((one) => one.id === id);
  const last = audits?.find(({ kind }) => kind === 'full');
  const missing = last?.missingBunches.length ?? 0;
  return (
    <Panel>
      <PanelHead title="Location Info" />
      <div className="flex min-h-10 items-center gap-3 px-4 pt-4">
        {location && <LocationSquare type={location.type} />}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{session.location.name}</span>
          {location && (
            <span className="block text-hint text-muted">{label('locationTypes', location.type)}</span>
          )}
        </span>
        {location && <LocationBadge status={location.status} />}
      </div>
      <Facts
        facts={[
          ['Description', location?.description],
          ['Key sets', scope && String(scope.expected + scope.issued + scope.other)],
          ['Expected', String(session.totalExpected)],
          ['Issued', scope && (scope.issued > 0 ? `${scope.issued} not expected here` : '0')],
          [
            'Last audit',
            last?.endTime ? (
              <>
                <Time at={last.endTime} />
                {missing > 0 && `, ${missing} missing`}
              </>
            ) : (
              'Not audited yet'
            ),
          ],
        ]}
      />
    </Panel>
  );
}

type OutProps = {
  session: Pick<OneAuditSession, 'out' | 'kind'>;
  apart?: boolean;
  /** The audit in progress: the hooks of a spot check are confirmed empty. */
  work?: AuditWork;
};

/** The location's issued sets: not expected, never missing. `apart`: in its own panel. In a spot check their hooks must be empty. */
export function OutWithHolder({ session: { out, kind }, apart = false, work }: OutProps) {
  if (out.length === 0) return null;
  const Heading = apart ? 'h2' : 'h3';
  const title = kind === 'spot' ? 'Issued: these hooks must be empty' : 'Issued, not expected here';
  const list = (
    <section aria-label={title}>
      <Heading
        className={cx(
          'flex items-baseline gap-2 bg-soft/60 px-4 py-2 text-hint font-medium text-muted',
          apart ? 'border-b' : 'border-t',
        )}
      >
        {title}
        <span className="font-normal tabular-nums">{out.length}</span>
      </Heading>
      <ul>
        {out.map((bunch) => (
          <li
            key={bunch.id}
            className="flex min-h-11 items-center gap-3 border-t px-4 py-1.5 text-hint first:border-t-0"
          >
            <span className="font-medium text-fg">{bunch.identifier}</span>
            {kind === 'spot' ? (
              <span className="font-medium tabular-nums">{bunch.now?.position}</span>
            ) : (
              <span className="text-muted tabular-nums phone:hidden">{tagOf(bunch, true)}</span>
            )}
            <span className="ml-auto text-right text-amber-800 dark:text-amber-300">{outText(bunch)}</span>
            {kind === 'spot' && work && <EmptyHook work={work} hook={bunch.now?.position ?? null} />}
          </li>
        ))}
      </ul>
    </section>
  );
  return apart ? <Panel>{list}</Panel> : list;
}
