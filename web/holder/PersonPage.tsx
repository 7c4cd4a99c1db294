import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { HolderDetail } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { overdueClass } from '../custody/due-lines.ts';
import { PrintedSets, SignatureLine } from '../custody/PrintedSets.tsx';
import { count, datedDay } from '../format.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { HistoryPanel, usePanelHistory } from '../movement/HistoryPanel.tsx';
import { PrintFrame } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { Coming } from '../reservation/Coming.tsx';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Email } from '../ui/Email.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Facts, Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { useNow } from '../zone.ts';
import { FirstNumber } from './FirstNumber.tsx';
import { type Held, HeldAt, HoldingNow, PrintedHeldAt, useHeldAt } from './HeldSets.tsx';
import { HolderDialog } from './HolderDialog.tsx';
import { MayTake } from './may-take.tsx';
import { Head, PhoneFoot, PhoneHead } from './PersonHead.tsx';

const route = getRouteApi('/people/$id');

/** A person: keys held now, details and history. */
export function PersonPage() {
  const { id } = route.useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <PersonOf key={id} id={Number(id)} /> : <NoSuchPerson />;
}

function PersonOf({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const may = useMay();
  const read = useRead('getHolder', { params: { id } });
  const { data: person, error } = read;
  const readAt = useAsOf(read);
  const bunches = useDialogState<KeyBunchDialog>();
  const edit = useDialogState<HolderDetail>();
  const holding = { loaded: person?.holding, total: person?.holding.length };
  const paper = usePaper({ ...holding, failed: error !== null, key: String(id) });
  const history = may(api.listMovements.needs);
  const { held: moment } = route.useSearch();
  const navigate = route.useNavigate();
  const mayListHeld = may(api.listHeld.needs);
  const held = useHeldAt(id, moment, mayListHeld);
  if (error?.status === 404) return <NoSuchPerson />;
  const onEdit = may(api.updateHolder.needs) && person ? () => edit.show(person) : undefined;
  const asOf = <AsOf at={readAt} refreshing={read.isRefetching} onRefresh={read.refetch} />;
  return (
    <>
      <div className="print:hidden">
        {phone ? (
          <PhoneHead person={person} onEdit={onEdit} />
        ) : (
          <Head person={person} onEdit={onEdit} asOf={asOf} paper={paper} />
        )}
        {error && !person ? (
          <ReadFailed error={read.error} onRetry={read.refetch} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
            <div className="phone:order-2">
              {person ? <About person={person} phone={phone} /> : <Skeleton className="h-72 rounded-xl" />}
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-4 phone:contents">
              <div className="phone:order-1">
                {person ? (
                  <HoldingNow person={person} phone={phone} onAct={bunches.show} />
                ) : (
                  <Skeleton className="h-40 rounded-xl" />
                )}
              </div>
              {person && <Reservations person={person} />}
              {mayListHeld && (
                <div className="phone:order-3">
                  <HeldAt
                    held={held}
                    moment={moment}
                    onMoment={(next) =>
                      void navigate({
                        search: (last) => ({ ...last, held: next }),
                        replace: true,
                        resetScroll: false,
                      })
                    }
                  />
                </div>
              )}
              {history && (
                <div className="phone:order-3">
                  <PersonHistory id={id} phone={phone} />
                </div>
              )}
            </div>
          </div>
        )}
        {phone && person && <div className="mt-3">{asOf}</div>}
      </div>
      {phone && person && <PhoneFoot person={person} />}
      {paper.printing && person && <KeysHeld person={person} readAt={readAt} held={held} />}
      <KeyBunchDialogs state={bunches} />
      {edit.shown && <HolderDialog key={edit.shown.turn} {...edit.props} holder={edit.shown.about} />}
    </>
  );
}

const About = (props: { person: HolderDetail; phone: boolean }) => (
  <div className="grid gap-4">
    <PersonFacts {...props} />
    <FirstNumber person={props.person} />
  </div>
);

/** What is reserved for a person, and Reserve for users who may for others. */
function Reservations({ person }: { person: HolderDetail }) {
  const mayReserve = useMay()(api.pickReservations.needs) && person.isActive;
  return (
    <div className="empty:hidden phone:order-1">
      <Coming of={{ holderId: String(person.id) }} about={mayReserve ? { person } : undefined} />
    </div>
  );
}

/** The issues, handovers and returns of a person. */
function PersonHistory({ id, phone }: { id: number; phone: boolean }) {
  const navigate = route.useNavigate();
  const history = usePanelHistory(
    { holderId: String(id) },
    route.useSearch(),
    (patch, replace = false) =>
      void navigate({ search: (last) => ({ ...last, ...patch }), replace, resetScroll: false }),
  );
  return <HistoryPanel history={history} phone={phone} nothing="No keys issued yet." />;
}

/** Printed list of the sets a person holds, with a signature line, and of those held at the chosen time. */
function KeysHeld({ person, readAt, held }: { person: HolderDetail; readAt: number; held: Held }) {
  const now = useNow();
  return (
    <PrintFrame
      title="Keys held"
      about={person.name}
      filters={[HOLDER_KIND_LABELS[person.kind], person.organisation, person.phone]}
      rows={{ printed: person.holding.length, total: person.out, noun: 'key set' }}
      asOf={new Date(readAt)}
    >
      <PrintedSets bunches={person.holding} now={now} />
      <SignatureLine name={person.name} />
      <PrintedHeldAt held={held} />
    </PrintFrame>
  );
}

function NoSuchPerson() {
  return (
    <NotFound
      title="Person not found"
      hint="No person has this link. It may be old or mistyped."
      to="/people"
      label="Back to People"
    />
  );
}

/** Number of sets held and allowed, and the person's details. */
function PersonFacts({ person, phone }: { person: HolderDetail; phone: boolean }) {
  const { held, maxSets, overdue } = person;
  return (
    <Panel aria-label="Facts">
      {!phone && (
        <div className="flex items-center gap-3 border-b p-4">
          <Avatar name={person.name} size={44} />
          <p>
            <span className="flex items-baseline gap-1.5">
              <span className="text-title/6 font-semibold tabular-nums">{held}</span>
              <span className="text-label text-muted">
                {maxSets === null
                  ? `${held === 1 ? 'set' : 'sets'} now`
                  : `of ${count(maxSets, 'set')} allowed`}
              </span>
            </span>
            {overdue > 0 && <span className={cx('block text-hint', overdueClass)}>{overdue} overdue</span>}
          </p>
        </div>
      )}
      <Facts
        facts={[
          ['Phone', person.phone && <Reach key="phone" by="tel" to={person.phone} />],
          ['Email', person.email && <Reach key="email" by="mailto" to={person.email} />],
          ['Badge', person.badge],
          ['May take keys', <MayTake key="until" holder={person} />],
          ['Key set limit', maxSets === null ? 'No limit' : maxSets],
          ['Signs in', person.userId === null ? 'No' : 'Yes'],
          ['Notes', person.notes],
          [
            'Added',
            `${datedDay(person.createdAt)}${person.createdByName ? ` by ${person.createdByName}` : ''}`,
          ],
        ]}
      />
    </Panel>
  );
}

const Reach = ({ by, to }: { by: 'tel' | 'mailto'; to: string }) => (
  <a
    href={`${by}:${by === 'tel' ? to.replace(/[^+\d]/g, '') : to}`}
    className={cx(linkClass, 'font-normal touch:-my-3 touch:py-3')}
  >
    {by === 'mailto' ? <Email address={to} /> : to}
  </a>
);
