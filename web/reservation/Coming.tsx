import { CalendarClock } from 'lucide-react';
import { api, type QueryOf } from '../../shared/api.ts';
import type { Reservation } from '../../shared/reservation.ts';
import { useRead } from '../api/read.ts';
import { Identifier, Opens } from '../BunchText.tsx';
import { useKeyRights, useMayReserve } from '../key-bunch/key-actions.tsx';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { useZone } from '../zone.ts';
import { type ReserveAbout, ReserveDialog } from './ReserveDialog.tsx';
import { RowMenu, Where } from './ReservedRows.tsx';
import { spanText } from './use-reserved.tsx';

const READ = '50';

type Props = {
  /** The set or the person. */
  of: Pick<NonNullable<QueryOf<'listReservations'>>, 'keyBunchId' | 'holderId'>;
  /** What a new one begins with; left out where the caller can't reserve. */
  about: ReserveAbout | undefined;
  className?: string;
};

/** The open reservations of a set or a person, the next first, and Reserve. */
export function Coming({ of, about: offered, className }: Props) {
  const about = useMayReserve() ? offered : undefined;
  const { data, response } = useComing(of);
  const dialog = useDialogState<ReserveAbout>();
  if (!data || (data.length === 0 && !about)) return null;
  return (
    <Panel aria-label="Reserved" className={className}>
      <PanelHead
        title="Reserved"
        count={data.length === 0 ? 'nothing to come' : response}
        className={cx(data.length === 0 && 'border-b-0')}
        right={
          about && (
            <button
              type="button"
              className={cx(linkClass, 'inline-flex items-center gap-1.5 touch:min-h-11')}
              onClick={() => dialog.show(about)}
            >
              <CalendarClock aria-hidden className="size-[15px]" />
              Reserve
            </button>
          )
        }
      />
      <ul className="divide-y">
        {data.map((one) => (
          <Row key={one.id} row={one} ofSet={of.keyBunchId !== undefined} onChange={dialog.show} />
        ))}
      </ul>
      {dialog.shown && <ReserveDialog key={dialog.shown.turn} {...dialog.props} about={dialog.shown.about} />}
    </Panel>
  );
}

/** The open reservations, and how many there are. */
function useComing(of: Props['of']) {
  const may = useMay();
  const { data } = useRead(
    'listReservations',
    { query: { ...of, limit: READ } },
    { enabled: may(api.listReservations.needs) },
  );
  const all = data?.reservations;
  return { data: all, response: all && (all.length < Number(READ) ? all.length : `the next ${READ}`) };
}

type RowProps = { row: Reservation; ofSet: boolean; onChange: (about: ReserveAbout) => void };

/** When, for whom or which set, and where it is now. */
function Row({ row, ofSet, onChange }: RowProps) {
  const zone = useZone();
  const { history } = useKeyRights();
  const { keyBunch, holder, organisation, purpose } = row;
  return (
    <li className="flex min-h-[57px] items-center gap-x-4 px-4 py-2 phone:items-start">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-40 flex-1">
          {ofSet ? (
            <p className="font-medium wrap-anywhere">
              {holder.name} <span className="font-normal text-muted">{organisation}</span>
            </p>
          ) : (
            <p className="flex min-w-0 items-baseline gap-x-2 phone:flex-wrap">
              <Identifier bunch={keyBunch} linked={history} className="shrink-0" />
              <Opens bunch={keyBunch} className="min-w-0 text-hint text-muted" />
            </p>
          )}
          <p className="text-hint text-muted tabular-nums">
            {[spanText(row, zone), purpose].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="w-44 text-body phone:w-full">
          <Where row={row} />
        </div>
      </div>
      <RowMenu row={row} onChange={(change) => onChange({ change })} />
    </li>
  );
}
