import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, CalendarClock, Undo2 } from 'lucide-react';
import { dayIn } from '../../shared/clock-text.ts';
import type { HeldSet, HolderDetail } from '../../shared/holder.ts';
import { factLines } from '../../shared/issue-facts.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { opensText } from '../../shared/opens-text.ts';
import { momentOfText } from '../../shared/zone.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { Identifier, Opens, printedWhat } from '../BunchText.tsx';
import { DueCell, DueText, OutSince } from '../custody/CustodyText.tsx';
import { overdueClass } from '../custody/due-lines.ts';
import { ReturnAll, SetActions, useOutRights } from '../custody/SetActions.tsx';
import { exactTime } from '../format.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { useKeyRights } from '../key-bunch/key-actions.tsx';
import { type PrintedColumn, PrintedTable } from '../print/PrintFrame.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { linkClass } from '../ui/classes.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useNow, useZone } from '../zone.ts';

type HoldingNowProps = { person: HolderDetail; phone: boolean; onAct: (dialog: KeyBunchDialog) => void };

/** The sets a person holds, overdue first, with the actions on each. */
export function HoldingNow({ person, phone, onAct }: HoldingNowProps) {
  const { holding, held, maxSets, overdue, out } = person;
  const hidden = held - out;
  return (
    <Panel aria-label="Holding now">
      <PanelHead
        title="Holding now"
        count={phone && maxSets !== null ? `${held} of ${maxSets} allowed` : held}
        right={
          phone ? (
            overdue > 0 && <span className={overdueClass}>{overdue} overdue</span>
          ) : (
            <ReturnAll person={person} />
          )
        }
      />
      {held === 0 && <p className="p-4 text-muted">They have no keys now.</p>}
      <ul className="divide-y">
        {holding.map((bunch) =>
          phone ? (
            <Card key={bunch.id} bunch={bunch} onAct={onAct} />
          ) : (
            <Row key={bunch.id} bunch={bunch} onAct={onAct} />
          ),
        )}
      </ul>
      {holding.length > 0 && holding.length < out && (
        <p className="border-t px-4 py-3 text-hint text-muted">
          The first {holding.length}. Search for this person in Out now to see all {out}.
        </p>
      )}
      {hidden > 0 && (
        <p className="border-t px-4 py-3 text-hint text-muted">
          {hidden} more at locations that you don't have access to.
        </p>
      )}
    </Panel>
  );
}

type SetProps = Pick<HoldingNowProps, 'onAct'> & { bunch: KeyBunch };

/** The premises it opens, and since when it is out. */
function What({ bunch }: { bunch: KeyBunch }) {
  const { issuedAt } = bunch;
  return (
    <p className="flex min-w-0 text-hint text-muted">
      <Opens bunch={bunch} client={false} />
      {issuedAt && (
        <span className="shrink-0 whitespace-pre">
          {opensText(bunch) && ' · '}since <OutSince at={issuedAt} inline />
        </span>
      )}
    </p>
  );
}

function Row({ bunch, onAct }: SetProps) {
  const { history } = useKeyRights();
  return (
    <li className="flex min-h-[57px] flex-wrap items-center gap-x-4 px-4 py-1.5">
      <div className="min-w-40 flex-1">
        <Identifier bunch={bunch} linked={history} className="wrap-anywhere" />
        <What bunch={bunch} />
      </div>
      <div className="w-36 text-body">
        <DueCell at={bunch.dueAt} />
      </div>
      <SetActions bunch={bunch} onAct={onAct} />
    </li>
  );
}

function Card({ bunch, onAct }: SetProps) {
  const { history } = useKeyRights();
  const rights = useOutRights();
  const { id, identifier, dueAt } = bunch;
  return (
    <li>
      <div className="px-4 py-3">
        <p className="flex items-baseline justify-between gap-3">
          <Identifier
            bunch={bunch}
            linked={history}
            className="-my-3 py-3 text-[1.0625rem] font-semibold tracking-tight wrap-anywhere"
          />
          {dueAt && <DueText at={dueAt} narrow className="text-label text-muted" />}
        </p>
        <What bunch={bunch} />
      </div>
      <div className="flex divide-x border-t">
        {rights.return && (
          <CardAction
            icon={Undo2}
            text="Return"
            label={`Return ${identifier}`}
            onClick={() => onAct({ kind: 'return', id })}
          />
        )}
        {rights.issue && (
          <>
            <CardAction
              icon={CalendarClock}
              text="Extend"
              label={`Extend ${identifier}`}
              onClick={() => onAct({ kind: 'extend', id })}
            />
            <CardAction
              icon={ArrowLeftRight}
              text="Hand over"
              label={`Hand over ${identifier}`}
              onClick={() => onAct({ kind: 'handOver', id })}
            />
          </>
        )}
      </div>
    </li>
  );
}

/**
 * The sets a person held at `moment`, a time in the company's zone as in the address ("2026-11-17T22:00"); `at` is null without a valid
 * one.
 */
export function useHeldAt(holderId: number, moment: string, offered: boolean) {
  const zone = useZone();
  const at = moment ? momentOfText(moment, zone) : null;
  const read = useRead(
    'listHeld',
    { params: { id: holderId }, query: { at: new Date(at ?? 0).toISOString() } },
    { enabled: offered && at !== null },
  );
  return { at, read, sets: at === null ? undefined : read.data };
}
export type Held = ReturnType<typeof useHeldAt>;

type HeldAtProps = { held: Held; moment: string; onMoment: (moment: string) => void };

/** A field for date and time, and the sets that the person held then. */
export function HeldAt({ held: { at, read, sets }, moment, onMoment }: HeldAtProps) {
  const [now, zone] = [useNow(), useZone()];
  return (
    <Panel aria-label="Held at">
      <PanelHead title="Held at" count={sets?.length} />
      <div className="max-w-64 p-4">
        <Field label="Date and time" hint="Lists the sets that they had at that moment.">
          <DateInput kind="moment" value={moment} today={dayIn(now, zone)} time="12:00" onChange={onMoment} />
        </Field>
      </div>
      {at !== null && read.error && (
        <div className="border-t p-4">
          <ReadFailed error={read.error} onRetry={read.refetch} />
        </div>
      )}
      {at !== null && !sets && !read.error && <Skeleton className="m-4 h-10" />}
      {at !== null && sets?.length === 0 && (
        <p className="border-t p-4 text-muted">They had no keys on {exactTime(new Date(at))}.</p>
      )}
      {sets && sets.length > 0 && (
        <ul className="divide-y border-t">
          {sets.map((set) => (
            <HeldAtRow key={set.keyBunchId} set={set} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const sinceText = (set: HeldSet) => [`Since ${exactTime(set.since)}`, ...factLines(set)].join(', ');

const HeldAtRow = ({ set }: { set: HeldSet }) => (
  <li className="flex min-h-[57px] flex-wrap items-center gap-x-4 px-4 py-1.5">
    <div className="min-w-40 flex-1">
      <Link
        to="/key-history/$id"
        params={{ id: String(set.keyBunchId) }}
        className={`${linkClass} wrap-anywhere`}
      >
        {set.identifier}
      </Link>
      {set.opens && (
        <p className="flex min-w-0 text-hint text-muted">
          <Opens bunch={set.opens} client={false} />
        </p>
      )}
    </div>
    <p className="text-hint text-muted tabular-nums">
      {set.locationName} · {sinceText(set)}
    </p>
  </li>
);

const NOTHING_KNOWN = { premises: [], keyDescription: null };
const COLUMNS: readonly PrintedColumn<HeldSet & { id: number }>[] = [
  { title: 'Set', width: 'w-[18%]', body: 'font-semibold', cell: ({ identifier }) => identifier },
  { title: 'Description', width: 'w-[34%]', cell: ({ opens }) => printedWhat(opens ?? NOTHING_KNOWN) },
  { title: 'Location', width: 'w-[20%]', cell: ({ locationName }) => locationName },
  { title: 'Since', width: 'w-[28%]', cell: (set) => sinceText(set) },
];

/** The printed list; nothing without a chosen time. */
export function PrintedHeldAt({ held: { at, sets } }: { held: Held }) {
  if (at === null || !sets) return null;
  return (
    <PrintedTable
      columns={COLUMNS}
      rows={sets.map((set) => ({ ...set, id: set.keyBunchId }))}
      title={`Held at ${exactTime(new Date(at))}`}
      note={sets.length === 0 ? 'No keys' : undefined}
    />
  );
}
