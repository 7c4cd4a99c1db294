import type { OneAuditSession } from '../../../shared/audit.ts';
import { useRead } from '../../api/read.ts';
import { Facts } from '../../key-bunch/Facts.tsx';
import { LocationBadge, LocationSquare } from '../../location/LocationName.tsx';
import { useLabels } from '../../setting/labels.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';

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
  const place = locations?.find((one) => one.id === id);
  const last = audits?.[0];
  const missing = last?.missingBunches.length ?? 0;
  return (
    <Panel>
      <PanelHead title="Location Info" />
      <div className="flex min-h-10 items-center gap-3 px-4 pt-4">
        {place && <LocationSquare type={place.type} />}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{session.location.name}</span>
          {place && <span className="block text-hint text-muted">{label('locationTypes', place.type)}</span>}
        </span>
        {place && <LocationBadge status={place.status} />}
      </div>
      <Facts
        facts={[
          ['Description', place?.description],
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
