import { Link } from '@tanstack/react-router';
import { CircleCheck, Hand, KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Dashboard, Stats } from '../../shared/dashboard.ts';
import { LONG_OUT_HOURS } from '../../shared/limits.ts';
import { overdueClass, shortClass } from '../custody/due-lines.ts';
import { count, figure, percentOf } from '../format.ts';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const CARDS = ['Total Keys', 'Keys Issued', 'Missing/Issues', 'Keys Present'];

type Props = {
  /** Undefined while loading. */
  stats: Stats | undefined;
  overview: Dashboard | undefined;
  /** Whether the overview is loading; after a failure the lines stay empty. */
  waiting: boolean;
  /** Whether the user sees locations. */
  places: boolean;
};

/** The four figures, each a link to its list; placeholders while loading. */
export function SummaryCards({ stats, overview, waiting, places }: Props) {
  const grid =
    'grid grid-cols-4 gap-4 max-lg:grid-cols-2 phone:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] phone:gap-2.5';
  if (!stats) {
    return (
      <div className={grid} aria-busy="true">
        {CARDS.map((name) => (
          <SummaryCardPlaceholder key={name} />
        ))}
        <span className="sr-only">Loading...</span>
      </div>
    );
  }
  const { totalBunches, inUse, missing, present, overdue, dueToday, short } = stats;
  const due = overdue + dueToday > 0;
  const wait = waiting && <Skeleton className="my-[3px] h-3 w-24" />;
  return (
    <nav aria-label="Summary" className={grid}>
      <SummaryCard label="Total Keys" figure={totalBunches} icon={KeyRound}>
        {!places ? 'All key sets' : overview ? count(overview.locations.length, 'location') : wait}
      </SummaryCard>
      <SummaryCard
        label="Keys Issued"
        figure={inUse}
        icon={Hand}
        status="issued"
        link={
          due ? (
            <DueCounts stats={stats} />
          ) : (
            inUse > 0 && overview && overview.longOut > 0 && <LongOut overview={overview} />
          )
        }
      >
        {due
          ? null
          : !overview
            ? wait
            : inUse === 0
              ? 'No keys are out'
              : overview.longOut === 0 && <NoneLongOut />}
      </SummaryCard>
      <SummaryCard
        label="Missing/Issues"
        figure={missing}
        icon={TriangleAlert}
        status="missing"
        alarm={missing > 0}
      >
        {missing === 0 ? (
          'Nothing is missing'
        ) : overview ? (
          <NewestMissing bunch={overview.missingNow[0]} />
        ) : (
          wait
        )}
      </SummaryCard>
      <SummaryCard label="Keys Present" figure={present} icon={CircleCheck} status="active">
        {totalBunches > 0 ? `${percentOf(present, totalBunches)} of all key sets` : 'None yet'}
        {short > 0 && (
          <>
            , <span className={cx('font-medium', shortClass)}>{short.toLocaleString()} short</span>
          </>
        )}
      </SummaryCard>
    </nav>
  );
}

const useOver = () => `${useMedia(PHONE) ? 'over' : 'for more than'} ${LONG_OUT_HOURS} hours`;

const NoneLongOut = () => `None out ${useOver()}`;

/** Links to these sets, longest out first. */
function LongOut({ overview: { longOut, longOutMore } }: { overview: Dashboard }) {
  return (
    <Link
      to="/key-bunches"
      search={{ check: 'out' }}
      className="relative z-10 rounded-sm font-medium text-amber-900 underline-offset-2 hover:underline -my-1.5 inline-block py-1.5 touch:-my-[13px] touch:py-[13px] dark:text-amber-300"
    >
      {figure(longOut, longOutMore)} out {useOver()}
    </Link>
  );
}

/** "5 overdue, 5 more due today", each a link. */
function DueCounts({ stats: { overdue, dueToday } }: { stats: Stats }) {
  const link =
    'relative z-10 rounded-sm underline-offset-2 hover:underline -my-1.5 inline-block py-1.5 touch:-my-[13px] touch:py-[13px]';
  return (
    <span className="text-muted">
      {overdue > 0 && (
        <Link to="/out" search={{ tab: 'overdue' }} className={cx(link, overdueClass)}>
          {overdue.toLocaleString()} overdue
        </Link>
      )}
      {overdue > 0 && dueToday > 0 && ', '}
      {dueToday > 0 && (
        <Link to="/out" search={{ tab: 'today' }} className={link}>
          {dueToday.toLocaleString()} {overdue > 0 && 'more '}due today
        </Link>
      )}
    </span>
  );
}

function NewestMissing({ bunch }: { bunch: Dashboard['missingNow'][number] | undefined }) {
  const phone = useMedia(PHONE);
  if (!bunch) return 'Find them in Keys';
  return (
    <>
      Newest <Time at={bunch.missing?.since ?? bunch.lastUpdated} inline />
      {!phone && `, ${bunch.location.name}`}
    </>
  );
}

type SummaryCardProps = {
  label: string;
  figure: number;
  icon: Icon;
  /** The status of the linked list; undefined for all. */
  status?: string;
  /** A problem: red edge, tint and number. */
  alarm?: boolean;
  /** A line under the number. */
  children?: ReactNode;
  /** Replaces it: a separate link above the card's. */
  link?: ReactNode;
};

const box =
  'block min-h-[105px] min-w-0 rounded-xl border px-4 py-[13px] shadow-xs phone:min-h-[107px] max-[360px]:px-3';

/** A figure with its name and a line; the card is a link, except for a line with its own. */
function SummaryCard({
  label,
  figure,
  icon: Picture,
  status,
  alarm = false,
  children,
  link,
}: SummaryCardProps) {
  return (
    <div
      className={cx(
        box,
        'relative transition-colors duration-150',
        alarm
          ? 'border-red-500/40 bg-[color-mix(in_oklab,var(--panel),var(--color-red-500)_5%)] text-red-800 hover:border-red-500/70 dark:bg-[color-mix(in_oklab,var(--panel),var(--color-red-500)_8%)] dark:text-red-300'
          : 'bg-panel hover:border-control/60',
      )}
    >
      <Link
        to="/key-bunches"
        search={status ? { status } : {}}
        className="block after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
      >
        <span
          className={cx(
            'flex items-center justify-between gap-2 text-label font-medium phone:text-[0.8125rem]',
            !alarm && 'text-muted',
          )}
        >
          <span className="min-w-0 break-words">{label}</span>
          <Picture className="size-4 max-[360px]:hidden" />
        </span>
        <span
          className={cx(
            'mt-1 block text-figure/[1.29] font-semibold break-words',
            alarm && 'text-red-700 dark:text-red-300',
          )}
        >
          {figure.toLocaleString()}
        </span>
        {children && (
          <span
            className={cx(
              'mt-px block text-xs/[1.5] text-pretty',
              alarm ? 'text-red-800/85 dark:text-red-300/85' : 'text-muted',
            )}
          >
            {children}
          </span>
        )}
      </Link>
      {link && <span className="mt-px block text-xs/[1.5] text-pretty">{link}</span>}
    </div>
  );
}

/** Placeholder of a card. */
function SummaryCardPlaceholder() {
  return (
    <div data-placeholder="" className={cx(box, 'bg-panel')}>
      <Skeleton className="mt-1 h-3.5 w-24 max-w-full" />
      <Skeleton className="mt-3.5 h-6 w-14" />
      <Skeleton className="mt-3 h-3 w-28 max-w-full" />
    </div>
  );
}
