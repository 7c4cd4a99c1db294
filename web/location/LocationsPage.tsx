import { Plus, Trash2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { ListLocation } from '../../shared/location.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { useAction } from '../api/action.ts';
import { RecordQuestion } from '../form/RecordDialog.tsx';
import { ImportButton } from '../import/ImportButton.tsx';
import { useLabels } from '../labels.ts';
import { PrintButton, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { useMay } from '../session.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { LocationDialog, useMayAddLocation } from './LocationDialog.tsx';
import { LocationCard, LocationTable } from './LocationList.tsx';
import { QuickActions, RecentTransfers } from './LocationsAside.tsx';
import { HOLDS_KEYS, type LocationListProps, type LocationRow, useLocationRows } from './rows.ts';

type Asked = { what: 'add' } | { what: 'edit' | 'delete'; location: ListLocation };

/** The company's locations with their key counts. */
export function LocationsPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const mayAdd = useMayAddLocation();
  const mayDelete = may(api.deleteLocation.needs);
  const { rows, types, counted, failed, retry, readAt, refreshing } = useLocationRows();
  const paper = usePaper({ loaded: rows, total: rows?.length, failed: failed !== null, key: '' });
  const dialog = useDialogState<Asked>();
  const list = {
    rows,
    types,
    counted,
    reports: may(api.getLocationReport.needs),
    onEdit: may(api.updateLocation.needs)
      ? (location: ListLocation) => dialog.show({ what: 'edit', location })
      : undefined,
    onDelete: mayDelete ? (location: ListLocation) => dialog.show({ what: 'delete', location }) : undefined,
  };
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => dialog.show({ what: 'add' })}>
      Add Location
    </Button>
  );
  const empty = rows?.length === 0;
  const asOf = <AsOf at={readAt} refreshing={refreshing} onRefresh={retry} />;

  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Locations"
          subtitle="The offices and vans that hold your keys."
          right={
            !empty &&
            (phone ? (
              asOf
            ) : (
              <>
                {asOf}
                <PrintButton paper={paper} />
                {mayAdd && <ImportButton kind="locations" />}
                {mayAdd && add}
              </>
            ))
          }
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_328px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
            {failed && <ReadFailed error={failed} onRetry={retry} />}
            {empty ? (
              <EmptyState
                title="No locations yet"
                hint={
                  mayAdd
                    ? 'Start with the location where your keys are kept.'
                    : 'An administrator can add them.'
                }
                action={mayAdd && add}
              />
            ) : (
              (rows || !failed) && (phone ? <LocationCards {...list} /> : <LocationTable {...list} />)
            )}
            {mayDelete && rows?.some(({ counts }) => counts && counts.total > 0) && <HoldsKeys />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
            <QuickActions first={rows && (rows[0] ?? null)} failed={failed !== null} />
            {may(api.listMovements.needs) && !empty && <RecentTransfers />}
          </div>
        </div>
      </div>
      {paper.printing && rows && (
        <PrintedLocations rows={rows} types={types} counted={counted} asOf={new Date(readAt)} />
      )}
      {phone && mayAdd && !empty && <FootBar>{add}</FootBar>}
      <Dialogs state={dialog} />
    </>
  );
}

const HoldsKeys = () => (
  <p className="flex items-start gap-2 text-hint text-muted print:hidden">
    <Trash2 aria-hidden className="mt-0.5 size-3.5" />
    {HOLDS_KEYS}
  </p>
);

function Dialogs({ state: { shown, props } }: { state: DialogState<Asked> }) {
  const remove = useAction('deleteLocation');
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.what === 'delete')
    return (
      <RecordQuestion
        key={turn}
        {...props}
        title={`Delete ${about.location.name}?`}
        text="It holds no keys. Its history stays under its name. This can't be undone."
        confirmLabel="Delete location"
        danger
        run={() => remove.run({ params: { id: about.location.id } })}
      />
    );
  return <LocationDialog key={turn} {...props} location={about.what === 'edit' ? about.location : null} />;
}

const WAITING = [1, 2, 3, 4];

/** Locations on phones. */
function LocationCards({ rows, ...rest }: LocationListProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5" aria-busy={!rows}>
      {rows?.map((row) => (
        <li key={row.id}>
          <LocationCard row={row} {...rest} />
        </li>
      ))}
      {!rows &&
        WAITING.map((row) => (
          <li key={row}>
            <Panel padded className="grid h-[180px] content-start gap-3">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-56" />
              <Skeleton className="h-5 w-64" />
            </Panel>
          </li>
        ))}
    </ul>
  );
}

type Props = Pick<LocationListProps, 'types' | 'counted'> & {
  rows: readonly LocationRow[];
  /** When the list was read. */
  asOf: Date;
};

/** Printed locations with their counts. */
function PrintedLocations({ rows, types, counted, asOf }: Props) {
  const { label } = useLabels();
  const columns = [
    { title: 'Location', width: 'w-[22%]' },
    { title: 'Type and description', width: 'w-[26%]' },
    ...(counted
      ? [
          { title: 'Key sets', width: 'w-[9%]', num: true },
          { title: 'Missing', width: 'w-[9%]', num: true },
          { title: 'By type', width: 'w-[24%]' },
        ]
      : []),
    { title: 'Status', width: 'w-[10%]' },
  ];
  return (
    <PrintFrame
      title="Locations"
      rows={{ printed: rows.length, total: rows.length, noun: 'location' }}
      asOf={asOf}
    >
      <PrintedTable columns={columns}>
        {rows.map(({ id, name, type, description, status, counts }) => (
          <tr key={id}>
            <td className="font-semibold">{name}</td>
            <td>{[label('locationTypes', type), description].filter(Boolean).join(' · ')}</td>
            {counted && (
              <>
                <td className="text-right tabular-nums">{counts?.total ?? 0}</td>
                <td className="text-right tabular-nums">{counts?.byStatus.missing ?? 0}</td>
                <td>
                  {types
                    .filter(({ value }) => counts?.byType[value])
                    .map(({ value, label: word }) => `${word} ${counts?.byType[value]}`)
                    .join(', ')}
                </td>
              </>
            )}
            <td>{locationStatusLabel(status)}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}
