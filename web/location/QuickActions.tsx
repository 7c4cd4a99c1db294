import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ChevronRight, ClipboardCheck, FileText } from 'lucide-react';
import { useId } from 'react';
import { api } from '../../shared/api.ts';
import type { Location } from '../../shared/location.ts';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon } from '../ui/icon.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';

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

type InsideProps = { icon: Icon; title: string; hint: string };

const Inside = ({ icon, title, hint }: InsideProps) => (
  <>
    <ActionSquare icon={icon} size={32} />
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{title}</span>
      <span className="block text-hint text-muted">{hint}</span>
    </span>
    <ChevronRight aria-hidden className="size-4 text-muted" />
  </>
);

/** A disabled action with its reason; stays in the Tab order. */
function Off({ icon, title, reason }: { icon: Icon; title: string; reason: string }) {
  const id = useId();
  return (
    <button type="button" aria-disabled="true" aria-describedby={id} className={`${row} text-muted`}>
      <ActionSquare icon={icon} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span id={id} className="block text-hint">
          {reason}
        </span>
      </span>
    </button>
  );
}
