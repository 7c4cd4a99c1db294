import type { OneAuditSession } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, duration } from '../format.ts';
import { useLabels } from '../labels.ts';
import { LocationBadge, LocationSquare } from '../location/LocationName.tsx';
import { cx } from '../ui/cx.ts';
import { Facts, Panel, PanelHead } from '../ui/Panel.tsx';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';
import { outText, tagOf, useTypeText } from './audit-text.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';

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
          ['Mode', MODE_LABELS[mode]],
          ['Key type', typeText(keyType)],
        ]}
      />
    </Panel>
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
  const last = audits?.[0];
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

type OutProps = { session: Pick<OneAuditSession, 'out'>; apart?: boolean };

/** The location's issued sets: not expected, never missing. `apart`: in its own panel. */
export function OutWithHolder({ session: { out }, apart = false }: OutProps) {
  if (out.length === 0) return null;
  const Heading = apart ? 'h2' : 'h3';
  const list = (
    <section aria-label="Issued, not expected here">
      <Heading
        className={cx(
          'flex items-baseline gap-2 bg-soft/60 px-4 py-2 text-hint font-medium text-muted',
          apart ? 'border-b' : 'border-t',
        )}
      >
        Issued, not expected here
        <span className="font-normal tabular-nums">{out.length}</span>
      </Heading>
      <ul>
        {out.map((bunch) => (
          <li
            key={bunch.id}
            className="flex min-h-11 items-center gap-3 border-t px-4 py-1.5 text-hint first:border-t-0"
          >
            <span className="font-medium text-fg">{bunch.identifier}</span>
            <span className="text-muted tabular-nums phone:hidden">{tagOf(bunch, true)}</span>
            <span className="ml-auto text-right text-amber-800 dark:text-amber-300">{outText(bunch)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
  return apart ? <Panel>{list}</Panel> : list;
}
