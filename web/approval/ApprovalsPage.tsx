import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Lock, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { opensText } from '../../shared/opens-text.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { clockTime, shortTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useServerNow, useZone } from '../zone.ts';
import { isOpen, namesText, stateText } from './approval-text.ts';
import { isSameGroup, type QuestionGroup, setsText } from './question-groups.ts';
import { useQuestionSheet } from './use-question-sheet.tsx';

/** What waits for the user's yes as a second person, what they asked, and emergencies. The first question, or that of the address (`#12`), is open. */
export function ApprovalsPage() {
  const id = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const read = useRead('getApprovals', {}, { fresh: true });
  const asked = useRead('getApproval', { params: { id: Number(id) } }, { enabled: Number(id) > 0 });
  const now = useServerNow();
  const waiting = read.data?.waiting.filter((one) => isOpen(one, now)) ?? [];
  const { groups, show, sheet } = useQuestionSheet(waiting, () => {
    if (id) void navigate({ to: '/approvals', replace: true });
  });
  const named = asked.data && (groups.find((group) => isSameGroup(group, [asked.data])) ?? [asked.data]);
  const isRead = read.isFetchedAfterMount;
  const wanted = id ? isRead && named : isRead && groups[0];
  // The address's id that was opened, empty once it was left: a link can be followed on this page, too.
  const [opened, setOpened] = useState<string>();
  useEffect(() => {
    if (!id && opened) setOpened('');
    else if (wanted && (id ? opened !== id : opened === undefined)) {
      setOpened(id);
      show(wanted);
    }
  }, [wanted, id, opened, show]);

  return (
    <>
      <PageHead title="Approvals" subtitle="Keys that leave only with a second person's yes" />
      {read.error && !read.data ? (
        <ReadFailed error={read.error} onRetry={read.refetch} />
      ) : !read.data ? (
        <Skeleton className="h-40 rounded-xl" />
      ) : (
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-4',
            groups.length + read.data.mine.length + read.data.emergencies.length > 0 && 'lg:max-w-3xl',
          )}
        >
          {asked.error && (
            <Notice variant="warning" title="This question can't be shown">
              {asked.error.status === 404
                ? 'It is not there, or it is not for you.'
                : 'It could not be read. Try again.'}
            </Notice>
          )}
          <Waiting groups={groups} onShow={show} />
          <Own mine={read.data.mine} now={now} />
          <Emergencies emergencies={read.data.emergencies} />
        </div>
      )}
      {sheet}
    </>
  );
}

type WaitingProps = { groups: readonly QuestionGroup[]; onShow: (group: QuestionGroup) => void };

function Waiting({ groups, onShow }: WaitingProps) {
  if (groups.length === 0)
    return (
      <EmptyState
        title="Nothing waits for your yes"
        hint="When a set needs a second person, the question is here and over every page. It ends after ten minutes."
      />
    );
  return (
    <Panel aria-label="Waits for your yes">
      <PanelHead title="Waits for your yes" count={groups.flat().length} />
      <ul className="divide-y">
        {groups.map((group) => {
          const [first] = group;
          if (!first) return null;
          return (
            <li key={first.id}>
              <button
                type="button"
                onClick={() => onShow(group)}
                className="flex min-h-[57px] w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-soft focus-visible:-outline-offset-2"
              >
                <Lock aria-hidden className="size-[18px] shrink-0 text-amber-800 dark:text-amber-300" />
                <About group={group}>asked by {first.askedBy}</About>
                <Ends at={first.expiresAt} />
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** "9 min left", by the second in the last two minutes. */
export function Ends({ at }: { at: string }) {
  const left = Math.max(0, Date.parse(at) - useServerNow());
  const text = left < 120_000 ? `${Math.ceil(left / 1000)} s left` : `${Math.ceil(left / 60_000)} min left`;
  return <span className="shrink-0 text-hint whitespace-nowrap text-muted tabular-nums">{text}</span>;
}

/** "MCR-0145 to Callum Reid · All floors", or "3 sets to Callum Reid · MCR-0145, MCR-0146 and 1 more". */
function About({ group, children }: { group: QuestionGroup; children: React.ReactNode }) {
  const [first] = group;
  if (!first) return null;
  const which =
    group.length === 1 ? opensText(first.keyBunch) : namesText(group.map((one) => one.keyBunch.identifier));
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="block truncate phone:whitespace-normal phone:wrap-anywhere">
        <b className="font-semibold">{setsText(group)}</b>
        {first.holder ? ` to ${first.holder.name}` : ': switch off the second person'}
        {which && (
          <span className="text-muted">
            {'\u00a0· '}
            {which}
          </span>
        )}
      </span>
      <span className="block text-hint text-pretty text-muted">{children}</span>
    </span>
  );
}

/** What the user asked, with its state. */
function Own({ mine, now }: { mine: readonly Approval[]; now: number }) {
  const zone = useZone();
  const takeBack = useAction('takeBackApprovals');
  if (mine.length === 0) return null;
  return (
    <Panel aria-label="You asked">
      <PanelHead title="You asked" count={mine.length} />
      <ul className="divide-y">
        {mine.map((one) => (
          <li key={one.id} className="flex min-h-[57px] flex-wrap items-center gap-3 px-4 py-2">
            <ShieldCheck aria-hidden className="size-[18px] shrink-0 text-muted" />
            <About group={[one]}>{stateText(one, now, zone)}</About>
            {isOpen(one, now) && (
              <Button
                size="sm"
                className="ml-auto"
                pending={takeBack.pending}
                aria-label={`Take back ${one.keyBunch.identifier}`}
                onClick={() => void takeBack.run({ body: { ids: [one.id] } })}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Emergencies({ emergencies }: { emergencies: readonly Approval[] }) {
  if (emergencies.length === 0) return null;
  return (
    <Panel aria-label="Emergencies">
      <PanelHead title="Without a second person" count="in the last 24 hours" />
      <ul className="divide-y">
        {emergencies.map((one) => (
          <li key={one.id} className="flex min-h-[57px] items-center gap-3 px-4 py-2">
            <TriangleAlert aria-hidden className="size-[18px] shrink-0 text-red-700 dark:text-red-300" />
            <About group={[one]}>
              {one.askedBy}, {shortTime(one.askedAt)}: {one.emergencyReason}
              {one.undoneAt && <b className="font-medium">. Undone {clockTime(one.undoneAt)}</b>}
            </About>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
