import { Link, useParams } from '@tanstack/react-router';
import { PrintButton } from '../../print/PrintButton.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { AsOf } from '../../ui/AsOf.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { KeyBunchDialogs } from '../KeyBunchDialogs.tsx';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';
import { primaryAction, useKeyRights } from '../key-rights.ts';
import { useKeyBunch } from '../use-key-bunch.ts';
import { DeletedSummary } from './DeletedSummary.tsx';
import { KeyBunchSummary } from './KeyBunchSummary.tsx';
import { KeyHistoryActions } from './KeyHistoryActions.tsx';
import { KeyHistoryHead } from './KeyHistoryHead.tsx';
import { KeyHistorySkeleton } from './KeyHistorySkeleton.tsx';
import { PrintedTimeline } from './PrintedTimeline.tsx';
import { Timeline } from './Timeline.tsx';
import { useTimelineFilters } from './timeline-filters.ts';
import { useTimeline } from './use-timeline.ts';

/** Key History: what a bunch is and everything that happened to it, after its deletion too. */
export function KeyHistoryPage() {
  const { id } = useParams({ from: '/key-history/$id' });
  return /^[1-9]\d{0,8}$/.test(id) ? <KeyHistory key={id} id={Number(id)} /> : <NoSuchBunch />;
}

function KeyHistory({ id }: { id: number }) {
  const known = useKeyBunch(id);
  const dialog = useDialogState<KeyBunchDialog>();
  const phone = useMedia(PHONE);
  const rights = useKeyRights();
  const filters = useTimelineFilters();
  const timeline = useTimeline(id, filters);
  const { paper } = timeline;
  if (known.state === 'unknown') return <NoSuchBunch />;
  const bunch = known.state === 'here' ? known.bunch : null;
  return (
    <>
      <div className="print:hidden">
        <KeyHistoryHead
          known={known}
          actions={
            <>
              <AsOf at={timeline.readAt} refreshing={timeline.refreshing} onRefresh={timeline.refresh} />
              <PrintButton paper={paper} small={phone} />
              {bunch && !phone && <KeyHistoryActions bunch={bunch} onAct={dialog.show} />}
            </>
          }
        />
        {known.state === 'failed' ? (
          <ReadFailed error={known.error} onRetry={known.retry} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
            {known.state !== 'elsewhere' && (
              <div className="lg:sticky lg:top-[76px]">
                {known.state === 'waiting' && <KeyHistorySkeleton />}
                {known.state === 'here' && (
                  <KeyBunchSummary
                    bunch={known.bunch}
                    purpose={known.purpose}
                    foot={
                      phone && (
                        <KeyHistoryActions
                          bunch={known.bunch}
                          onAct={dialog.show}
                          only={known.bunch.status === 'missing' ? ['details', 'move'] : ['details']}
                        />
                      )
                    }
                  />
                )}
                {known.state === 'deleted' && <DeletedSummary entry={known.deleted} />}
              </div>
            )}
            <div className={known.state === 'elsewhere' ? 'col-span-full' : undefined}>
              <Timeline timeline={timeline} filters={filters} />
            </div>
          </div>
        )}
      </div>
      {paper.printing && <PrintedTimeline known={known} timeline={timeline} filters={filters} />}
      {bunch && phone && (rights.move || primaryAction(bunch, rights)) && (
        <FootBar>
          <KeyHistoryActions
            bunch={bunch}
            onAct={dialog.show}
            only={bunch.status === 'missing' ? ['issue', 'found'] : ['move', 'issue', 'return']}
          />
        </FootBar>
      )}
      <KeyBunchDialogs state={dialog} />
    </>
  );
}

function NoSuchBunch() {
  return (
    <EmptyState
      level={1}
      title="Key set not found"
      hint="None of your key sets matches this link. It may be old or mistyped."
      action={
        <Link to="/key-bunches" className={buttonClass({ variant: 'primary' })}>
          Back to Key Management
        </Link>
      }
    />
  );
}
