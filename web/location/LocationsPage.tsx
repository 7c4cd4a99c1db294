import { Plus, Trash2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { ListLocation } from '../../shared/location.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { RecordQuestion } from '../form/RecordDialog.tsx';
import { ImportButton, ImportFirst } from '../import/ImportButton.tsx';
import { useLabels } from '../labels.ts';
import { ListAsOf, ListPage } from '../list/ListPage.tsx';
import type { PrintedColumn } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { KiosksPanel } from './KiosksPanel.tsx';
import { LocationDialog, useMayAddLocation } from './LocationDialog.tsx';
import { LocationCards, LocationTable } from './LocationList.tsx';
import { HOLDS_KEYS, type LocationRow, type TypeColumn, useLocationRows } from './LocationName.tsx';
import { QuickActions, RecentTransfers } from './LocationsAside.tsx';

type OpenDialog = { what: 'add' } | { what: 'edit' | 'delete'; location: ListLocation };

/** The company's locations with their key counts. */
export function LocationsPage() {
  const may = useMay();
  const mayAdd = useMayAddLocation();
  const mayDelete = may(api.deleteLocation.needs);
  const { list, types, counted } = useLocationRows();
  const { items: rows, failed } = list;
  const dialog = useDialogState<OpenDialog>();
  const about = (what: 'edit' | 'delete') => (location: ListLocation) => dialog.show({ what, location });
  const add = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => dialog.show({ what: 'add' })}>
      Add Location
    </Button>
  );
  const empty = rows?.length === 0;
  const List = useMedia(PHONE) ? LocationCards : LocationTable;
  return (
    <>
      <ListPage
        title="Locations"
        subtitle="The offices and vans that hold your keys."
        list={list}
        actions={mayAdd && <ImportButton kind="locations" />}
        add={add}
        onPhone={<ListAsOf list={list} />}
        bare={empty}
        printed={{ columns: usePrintedColumns(types, counted), noun: 'location' }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_328px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
            {failed && <ReadFailed error={failed} onRetry={list.retry} />}
            {empty && (
              <EmptyState
                title="No locations yet"
                hint={
                  mayAdd
                    ? 'Start with the location where your keys are kept.'
                    : 'An administrator can add them.'
                }
                action={
                  add && (
                    <ImportFirst kind="locations" second>
                      {add}
                    </ImportFirst>
                  )
                }
              />
            )}
            {!empty && (rows || !failed) && (
              <List
                rows={rows}
                types={types}
                counted={counted}
                reports={may(api.getLocationReport.needs)}
                onEdit={may(api.updateLocation.needs) ? about('edit') : undefined}
                onDelete={mayDelete ? about('delete') : undefined}
              />
            )}
            {mayDelete && rows?.some(({ counts }) => counts && counts.total > 0) && <HoldsKeys />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <QuickActions first={rows && (rows[0] ?? null)} failed={failed !== null} />
            {may(api.listKiosks.needs) && !empty && <KiosksPanel />}
            {may(api.listMovements.needs) && !empty && <RecentTransfers />}
          </div>
        </div>
      </ListPage>
      <Dialogs state={dialog} />
    </>
  );
}

const HoldsKeys = () => (
  <p className="flex items-start gap-2 text-hint text-muted">
    <Trash2 aria-hidden className="mt-0.5 size-3.5" />
    {HOLDS_KEYS}
  </p>
);

function Dialogs({ state: { shown, props } }: { state: DialogState<OpenDialog> }) {
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

/** The columns on paper, with counts where they are known. */
function usePrintedColumns(types: readonly TypeColumn[], counted: boolean): PrintedColumn<LocationRow>[] {
  const { label } = useLabels();
  const byType = ({ counts }: LocationRow) =>
    types
      .filter(({ value }) => counts?.byType[value])
      .map(({ value, label: word }) => `${word} ${counts?.byType[value]}`)
      .join(', ');
  const figures: PrintedColumn<LocationRow>[] = [
    { title: 'Key sets', width: 'w-[9%]', num: true, cell: ({ counts }) => counts?.total ?? 0 },
    { title: 'Missing', width: 'w-[9%]', num: true, cell: ({ counts }) => counts?.byStatus.missing ?? 0 },
    { title: 'By type', width: 'w-[24%]', cell: byType },
  ];
  return [
    { title: 'Location', width: 'w-[22%]', body: 'font-semibold', cell: ({ name }) => name },
    {
      title: 'Type and description',
      width: 'w-[26%]',
      cell: ({ type, description }) =>
        [label('locationTypes', type), description].filter(Boolean).join(' · '),
    },
    ...(counted ? figures : []),
    { title: 'Status', width: 'w-[10%]', cell: ({ status }) => locationStatusLabel(status) },
  ];
}
