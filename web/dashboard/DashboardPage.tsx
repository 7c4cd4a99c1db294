import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { Suspense } from 'react';
import { api } from '../../shared/api.ts';
import type { Dashboard } from '../../shared/dashboard.ts';
import { any } from '../../shared/permissions.ts';
import { prefetchRead } from '../api/list.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { queueDeskScan } from '../desk/desk-storage.ts';
import { useReader } from '../device/scan/reader.ts';
import { DealtWith, NoticeWords } from '../key-bunch/FoundKeys.tsx';
import { useMay, useSession } from '../session.tsx';
import { appNotices } from '../shell/later.ts';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf, Time } from '../ui/Time.tsx';
import { DuePanel, MissingNow } from './AttentionPanels.tsx';
import { LocationOverview } from './LocationOverview.tsx';
import { RECENT, RecentMovements } from './RecentMovements.tsx';
import { SummaryCards } from './SummaryCards.tsx';

/** Rarely present: placed last. */
const AdminNotices = lazyExport(() => import('./AdminNotices.tsx'), 'AdminNotices');

const SetupChecklist = lazyExport(() => import('./SetupChecklist.tsx'), 'SetupChecklist');

const MyKeys = lazyExport(() => import('./MyKeys.tsx'), 'MyKeys');

const DESK = any('key:issue', 'key:return');

export function prefetch(): void {
  prefetchRead('getDashboardStats');
  prefetchRead('getDashboard');
  prefetchRead('listMovements', RECENT);
  prefetchRead('getSettings');
}

/** The dashboard. Panels without permission are left out and not read. */
export function DashboardPage() {
  const may = useMay();
  const keys = may(api.getDashboard.needs);
  const history = may(api.listMovements.needs);
  const places = keys && may('location:view');
  const stats = useRead('getDashboardStats', {}, { enabled: keys });
  const overview = useRead('getDashboard', {}, { enabled: keys });
  const phone = useMedia(PHONE);
  useScansForDesk(may(DESK));
  const missing = overview.data?.missingNow ?? [];
  const due = (overview.data?.due.length ?? 0) > 0;
  const missingPanel = missing.length > 0 && (
    <MissingNow bunches={missing} total={overview.data?.stats.missing} />
  );
  const hasSide = history || due || (missing.length > 0 && !places);
  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="Overview of your key management system"
        right={keys && <Refreshed />}
      />
      {!keys && !history && (
        <EmptyState
          title="Nothing to show here yet"
          hint="Your role does not include keys or their history. Ask an administrator."
        />
      )}
      <div className="flex flex-col gap-4 phone:gap-5">
        <Notices overview={overview.data} />
        <First mine={overview.data?.mine} phone={phone} />
        {keys &&
          (stats.isError && !stats.data ? (
            <ReadFailed error={stats.error} onRetry={stats.refetch} />
          ) : (
            <SummaryCards
              stats={stats.data}
              overview={overview.data}
              waiting={overview.isPending}
              places={places}
            />
          ))}
        <div
          className={cx('grid gap-4 phone:gap-5', hasSide && places && 'xl:grid-cols-[432px_minmax(0,1fr)]')}
        >
          {hasSide && (
            <div className="flex min-w-0 flex-col gap-4 phone:gap-5 md:max-xl:flex-row md:max-xl:*:flex-1">
              {history && <RecentMovements />}
              {due && overview.data && <DuePanel overview={overview.data} />}
              {!places && missingPanel}
            </div>
          )}
          {places &&
            (overview.isError && !overview.data ? (
              <div>
                <ReadFailed error={overview.error} onRetry={overview.refetch} />
              </div>
            ) : (
              <div className="flex min-w-0 flex-col gap-4 phone:contents phone:gap-5">
                <LocationOverview locations={overview.data?.locations} />
                {missingPanel}
              </div>
            ))}
        </div>
      </div>
    </>
  );
}

function AboutTheApp() {
  const AppNotices = appNotices.use();
  return AppNotices && <AppNotices />;
}

/** The first steps of a new company, for those who set it up. */
function NewCompany() {
  const may = useMay();
  const session = useSession();
  const isOpen = session.state === 'in' && session.company?.firstStepsOpen;
  return (
    isOpen &&
    may(api.getFirstSteps.needs) && (
      <Suspense fallback={<Skeleton className="h-[357px] rounded-xl lg:h-[115px]" />}>
        <SetupChecklist />
      </Suspense>
    )
  );
}

/** Notices that need action and a new company's first steps, above the figures. */
function Notices({ overview }: { overview: Dashboard | undefined }) {
  return (
    <>
      {overview && (overview.pausedWebhooks > 0 || overview.backupLate || overview.remindersLate) && (
        <Suspense fallback={null}>
          <AdminNotices overview={overview} />
        </Suspense>
      )}
      {overview && overview.foundNotices > 0 && <FoundKeysPanel />}
      <NewCompany />
    </>
  );
}

/** Above the figures: on a phone the desk and the user's own sets, and that they are asked to take over some. */
function First({ mine, phone }: { mine: Dashboard['mine'] | undefined; phone: boolean }) {
  const may = useMay();
  return (
    <>
      {phone && may(DESK) && <DeskButton />}
      {mine && (mine.asked > 0 || (phone && mine.sets > 0)) && (
        <Suspense fallback={null}>
          <MyKeys mine={mine} />
        </Suspense>
      )}
      <AboutTheApp />
    </>
  );
}

/** A code read here opens the desk with it. */
function useScansForDesk(enabled: boolean): void {
  const navigate = useNavigate();
  const onRead = (code: string) => {
    queueDeskScan(code);
    void navigate({ to: '/desk' });
  };
  useReader({ onRead, accepts: 'code', enabled });
}

/** On a phone the desk comes first. */
const DeskButton = () => (
  <Link
    to="/desk"
    data-button=""
    className={buttonClass({ variant: 'primary', size: 'xl', block: true, className: 'h-14!' })}
  >
    <ScanLine aria-hidden className="size-5" />
    Desk
  </Link>
);

/** When the figures were read, and the refresh button. A component apart, as every read that starts or ends draws it again. */
function Refreshed() {
  const client = useQueryClient();
  const isFetching = useIsFetching();
  const readAt = Math.min(useAsOf(useRead('getDashboardStats')), useAsOf(useRead('getDashboard')));
  return (
    <AsOf
      at={readAt}
      refreshing={isFetching > 0}
      onRefresh={() => client.invalidateQueries()}
      className="phone:-mr-1.5"
    />
  );
}

/** Open messages from finders, newest first; null when none. */
function FoundKeysPanel() {
  const may = useMay();
  const { data: notices = [] } = useRead('listFoundNotices');
  const linked = may(api.getKeyBunch.needs);
  if (notices.length === 0) return null;
  return (
    <Panel>
      <PanelHead
        lead={<span aria-hidden className="size-2 rounded-full bg-blue-500" />}
        title="Found keys"
        count={String(notices.length)}
      />
      <ul className="divide-y">
        {notices.map((notice) => (
          <li key={notice.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <span className="w-40 shrink-0 phone:w-auto phone:flex-1">
              {linked ? (
                <Link
                  to="/key-bunches"
                  search={{ set: String(notice.keyBunchId) }}
                  className="font-medium break-words hover:underline"
                >
                  {notice.identifier}
                </Link>
              ) : (
                <span className="font-medium break-words">{notice.identifier}</span>
              )}
              <Time at={notice.createdAt} className="block text-hint text-muted" />
            </span>
            <span className="min-w-0 flex-1 text-body phone:order-last phone:basis-full">
              <NoticeWords notice={notice} />
            </span>
            <DealtWith notice={notice} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
