import { Link, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Movement } from '../../../shared/movement.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { actorName } from '../../../shared/user-name.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { serialText, TypeTag } from '../../BunchText.tsx';
import { OpenQuestion } from '../../movement/late-entry.tsx';
import { PrintButton } from '../../print/PrintFrame.tsx';
import { Coming } from '../../reservation/Coming.tsx';
import { useMay } from '../../session.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AsOf, Time } from '../../ui/Time.tsx';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import { KeyBunchDialogs } from '../KeyBunchDialogs.tsx';
import { actionsOf, KEY_ACTIONS, type KeyAction, primaryAction, useKeyRights } from '../key-actions.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { FormerHistory } from './FormerHistory.tsx';
import { KeyBunchSummary, KeyHistoryHead } from './KeyHistoryHead.tsx';
import { PrintedTimeline } from './PrintedTimeline.tsx';
import { Timeline } from './Timeline.tsx';
import { useKeyBunch, useTimeline, useTimelineFilters } from './use-timeline.ts';

/** Key History: a bunch and its timeline, also after deletion. */
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
        <OpenQuestion keyBunchId={id} />
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
                    facts={known.facts}
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
            <div
              className={
                known.state === 'elsewhere'
                  ? 'col-span-full grid grid-cols-1 gap-4'
                  : 'grid grid-cols-1 gap-4'
              }
            >
              {bunch && <Coming of={{ keyBunchId: String(id) }} about={{ sets: [bunch] }} />}
              <Timeline timeline={timeline} filters={filters} />
              <FormerHistory id={id} />
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
        <Link to="/key-bunches" data-button="" className={buttonClass({ variant: 'primary' })}>
          Back to Key Management
        </Link>
      }
    />
  );
}

/** Placeholder of the summary; the photo's place only for users who can add one. */
function KeyHistorySkeleton() {
  const photo = useMay()(api.updateKeyBunch.needs);
  return (
    <Panel aria-busy>
      {photo && (
        <div className="border-b p-4">
          <Skeleton className="h-[200px] phone:h-[116px]" />
        </div>
      )}
      <div className="flex flex-col gap-4 p-4 phone:pb-29">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="flex gap-8">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-3.5 w-36" />
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** The bunch's actions, the main one last as the primary; `only` some of them. */
function KeyHistoryActions({
  bunch,
  onAct,
  only = ['details', 'move', 'issue', 'return', 'found'],
}: {
  bunch: KeyBunch;
  onAct: (dialog: KeyBunchDialog) => void;
  only?: readonly KeyAction[];
}) {
  const rights = useKeyRights();
  const first = primaryAction(bunch, rights);
  // In reverse order of importance: details come first.
  const kinds = actionsOf(bunch, rights).reverse();
  return kinds.map(
    (kind) =>
      only.includes(kind) && (
        <Button
          key={kind}
          variant={kind === first ? 'primary' : 'secondary'}
          icon={KEY_ACTIONS[kind].icon}
          onClick={() => onAct({ kind, id: bunch.id })}
        >
          {KEY_ACTIONS[kind].label}
        </Button>
      ),
  );
}

/** A deleted bunch, from its deletion entry. */
function DeletedSummary({ entry }: { entry: Movement }) {
  const { details, user, timestamp } = entry;
  const { keyCount, fobCount, type, nfcSerial, oldStatus, reason } = details;
  const who = (user && actorName(user)) || details.deletedBy;
  return (
    <Panel aria-label="Key set">
      <div className="flex items-start gap-3 border-b bg-red-500/8 px-4 py-3 text-red-800 dark:text-red-300">
        <ActionSquare icon={Trash2} tint="red" size={32} />
        <div className="min-w-0">
          <p className="font-semibold text-fg wrap-anywhere">Deleted{who && ` by ${who}`}</p>
          <p className="text-hint wrap-anywhere">
            <Time at={timestamp} focusable />
            {reason && `, ${reason}`}
          </p>
        </div>
      </div>
      <Facts
        facts={[
          ['Tag', details.currentTag],
          ['Status', oldStatus && <StatusBadge key="status" status={oldStatus} />],
          ['Type', type && <TypeTag key="type" type={type} />],
          ['Last location', details.locationName],
          ['Contents', keyCount && contentsOf({ keyCount, fobCount: fobCount ?? 0 })],
          ['NFC', nfcSerial && serialText(nfcSerial)],
        ]}
      />
    </Panel>
  );
}
