import { useState } from 'react';
import type { AuditedLocation } from '../../../shared/audit.ts';
import { useRead } from '../../api/read.ts';
import { count } from '../../format.ts';
import { LocationSquare } from '../../location/LocationName.tsx';
import { useLabels } from '../../setting/labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';

/** Rows drawn at first, and per press. */
const STEP = 8;

/** Locations by time since their last audit; a press starts the next one. */
export function AuditedLocations({ onChoose }: { onChoose: (id: number) => void }) {
  const { data = [] } = useRead('listAuditedLocations', {}, { fresh: true });
  const [drawn, setDrawn] = useState(STEP);
  if (data.length < 2) return null;
  const rest = data.length - drawn;
  return (
    <Panel>
      <PanelHead title="Last audited" right="Longest ago first" />
      <ul aria-label="Last audited" className="divide-y">
        {data.slice(0, drawn).map((place) => (
          <LocationRow key={place.id} place={place} onChoose={onChoose} />
        ))}
      </ul>
      {rest > 0 && (
        <div className="border-t p-3 text-center">
          <Button size="sm" onClick={() => setDrawn(drawn + STEP)}>
            Show {count(Math.min(STEP, rest), 'more', 'more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function LocationRow({ place, onChoose }: { place: AuditedLocation; onChoose: (id: number) => void }) {
  const { label } = useLabels();
  const { id, name, type, expected, last } = place;
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2">
      <LocationSquare type={type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
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
