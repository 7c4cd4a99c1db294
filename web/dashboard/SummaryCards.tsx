import { Link } from '@tanstack/react-router';
import { CircleCheck, Hand, KeyRound, TriangleAlert } from 'lucide-react';
import type { Dashboard, Stats } from '../../shared/dashboard.ts';
import { LONG_OUT_HOURS } from '../../shared/limits.ts';
import { overdueClass, shortClass } from '../custody/short-text.ts';
import { count, figure, percentOf } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { SummaryCard, SummaryCardPlaceholder } from './SummaryCard.tsx';

const CARDS = ['Total Keys', 'Keys Issued', 'Missing/Issues', 'Keys Present'];

type Props = {
  /** Undefined while they load. */
  stats: Stats | undefined;
  overview: Dashboard | undefined;
  /** Whether the overview is on its way; when it failed the lines stay empty. */
  waiting: boolean;
  /** Whether the reader sees locations. */
  places: boolean;
};

/** The four figures, each leading to the list it counts; four placeholders of their size while they load. */
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
            <Due stats={stats} />
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
              ? 'Nobody has keys out'
              : overview.longOut === 0 && <NoneLongOut />}
      </SummaryCard>
      <SummaryCard
        label="Missing/Issues"
        figure={missing}
        icon={TriangleAlert}
        status="missing"
        alarm={missing > 0}
      >
        {missing === 0 ? 'Nothing is missing' : overview ? <Newest bunch={overview.missingNow[0]} /> : wait}
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

/** Leads to exactly those, the longest out first. */
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

/** "5 overdue, 5 more due today": each leads to those. */
function Due({ stats: { overdue, dueToday } }: { stats: Stats }) {
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

function Newest({ bunch }: { bunch: Dashboard['missingNow'][number] | undefined }) {
  const phone = useMedia(PHONE);
  if (!bunch) return 'Find them in Keys';
  return (
    <>
      Newest <Time at={bunch.missing?.since ?? bunch.lastUpdated} inline />
      {!phone && `, ${bunch.location.name}`}
    </>
  );
}
