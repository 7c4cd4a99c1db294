import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { Mine } from '../../shared/handover.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { BATCH_MAX } from '../../shared/limits.ts';
import type { Movement } from '../../shared/movement.ts';
import { opensText } from '../../shared/opens-text.ts';
import { dayOf } from '../../shared/zone.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { dueText } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { Coming } from '../reservation/Coming.tsx';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { useNow, useZone } from '../zone.ts';
import { GiveDialog } from './GiveDialog.tsx';
import { MineCard } from './MineCard.tsx';
import { Question } from './Question.tsx';

/** The sets that the user has, overdue first, and what they are asked to take over. */
export function MinePage() {
  const phone = useMedia(PHONE);
  const read = useRead('getMine');
  const readAt = useAsOf(read);
  const bunches = useDialogState<KeyBunchDialog>();
  const giving = useDialogState<readonly KeyBunch[]>();
  const mine = read.data;
  const { text, free } = useSummary(mine);
  const actions = mine && <Actions mine={mine} free={free} onGive={giving.show} />;
  return (
    <>
      <PageHead
        title="My keys"
        subtitle={text}
        right={
          <>
            <AsOf at={readAt} refreshing={read.isRefetching} onRefresh={read.refetch} />
            {!phone && actions}
          </>
        }
      />
      {read.error && !mine ? (
        <ReadFailed error={read.error} onRetry={read.refetch} />
      ) : mine ? (
        <Sets mine={mine} onAct={bunches.show} onGive={(bunch) => giving.show([bunch])} />
      ) : (
        <Skeleton className="h-40 rounded-xl" />
      )}
      {mine?.holder && (
        <Coming
          className="mt-5 lg:max-w-2xl"
          of={{ holderId: String(mine.holder.id) }}
          about={{ person: mine.holder }}
        />
      )}
      {mine?.holder && <BackToday holderId={mine.holder.id} />}
      {phone && mine && mine.keyBunches.length > 0 && <FootBar>{actions}</FootBar>}
      <KeyBunchDialogs state={bunches} />
      {giving.shown && (
        <GiveDialog
          key={giving.shown.turn}
          {...giving.props}
          bunches={giving.shown.about}
          me={mine?.holder?.id}
        />
      )}
      {mine && <Questions mine={mine} />}
    </>
  );
}

/** "3 sets, 1 overdue, the next due 23:00", and the sets without an open question. */
function useSummary(mine: Mine | undefined): { text: string | undefined; free: KeyBunch[] } {
  const [now, zone] = [useNow(), useZone()];
  if (!mine) return { text: undefined, free: [] };
  const asked = new Set(mine.given.flatMap(({ keyBunches }) => keyBunches.map(({ id }) => id)));
  const dues = mine.keyBunches.flatMap(({ dueAt }) => (dueAt ? Date.parse(dueAt) : []));
  const overdue = dues.filter((at) => at < now).length;
  const next = Math.min(...dues.filter((at) => at >= now));
  const parts = [
    count(mine.held, 'set'),
    overdue > 0 && `${overdue} overdue`,
    Number.isFinite(next) && `the next ${dueText(next, now, zone, true).text}`,
  ];
  const free = mine.keyBunches.filter(({ id }) => !asked.has(id)).slice(0, BATCH_MAX);
  return { text: mine.held > 0 ? parts.filter(Boolean).join(', ') : undefined, free };
}

type ActionProps = { mine: Mine; free: readonly KeyBunch[]; onGive: (bunches: readonly KeyBunch[]) => void };

/** Hand over and return everything; returning opens the desk with the sets on the list. */
function Actions({ mine: { holder, keyBunches }, free, onGive }: ActionProps) {
  const may = useMay();
  return (
    <>
      {free.length > 1 && may(api.listHolders.needs) && (
        <Button icon={ArrowLeftRight} onClick={() => onGive(free)}>
          Hand over all {free.length}
        </Button>
      )}
      {holder && keyBunches.length > 0 && may(api.returnKeyBunch.needs) && (
        <Link
          to="/desk"
          search={{ returning: String(holder.id) }}
          data-button=""
          className={buttonClass({ variant: 'primary' })}
        >
          <Undo2 aria-hidden className="size-[18px]" />
          Return{keyBunches.length > 1 ? ` all ${keyBunches.length}` : ''}
        </Link>
      )}
    </>
  );
}

type SetsProps = { mine: Mine; onAct: (dialog: KeyBunchDialog) => void; onGive: (bunch: KeyBunch) => void };

function Sets({ mine: { keyBunches, held, given, ended }, onAct, onGive }: SetsProps) {
  const may = useMay();
  const hidden = held - keyBunches.length;
  const atDesk = [
    !may(api.returnKeyBunch.needs) && 'Return',
    !may(api.listHolders.needs) && 'hand over',
  ].filter(Boolean);
  if (held === 0)
    return <EmptyState title="You have no keys now" hint="Sets that are issued to you are listed here." />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-4 phone:gap-3 md:grid-cols-2 xl:grid-cols-3">
        {keyBunches.map((bunch) => (
          <MineCard
            key={bunch.id}
            bunch={bunch}
            asked={given.find((request) => request.keyBunches.some(({ id }) => id === bunch.id))}
            ended={ended.find(({ keyBunchId }) => keyBunchId === bunch.id)}
            onAct={onAct}
            onGive={onGive}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-3 text-hint text-muted">{hidden} more at locations that you don't have access to.</p>
      )}
      {atDesk.length > 0 && (
        <p className="mt-3 text-hint text-muted">{atDesk.join(' or ')} them at the desk.</p>
      )}
    </>
  );
}

/** The oldest question that was not put aside; one that ends elsewhere closes. */
function Questions({ mine }: { mine: Mine }) {
  const now = useNow();
  const [aside, setAside] = useState<readonly string[]>([]);
  const open = mine.received.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  const request = open.find(({ requestId }) => !aside.includes(requestId));
  const put = open.length > 0 && !request && (
    <p className="mt-4 text-center">
      <Button onClick={() => setAside([])}>Answer {open[0]?.from.name}</Button>
    </p>
  );
  return request ? (
    <Question
      key={request.requestId}
      request={request}
      me={mine.holder?.id ?? 0}
      onClose={() => setAside([...aside, request.requestId])}
    />
  ) : (
    put
  );
}

const READ = '50';
const SHOWN = 8;

/** What the user returned or handed over today, newest first. */
function BackToday({ holderId }: { holderId: number }) {
  const may = useMay();
  const [now, zone] = [useNow(), useZone()];
  const query = { holderId: String(holderId), limit: READ };
  const { data = [] } = useRead('listMovements', { query }, { enabled: may(api.listMovements.needs) });
  const today = dayOf(now, zone).from;
  const undone = new Set(data.flatMap(({ details }) => details.undoes ?? []));
  const gone = data.filter(
    (entry) => Date.parse(entry.doneAt) >= today && wasTheirs(entry, holderId) && !undone.has(entry.id),
  );
  if (gone.length === 0) return null;
  return (
    <Panel aria-label="Given back today" className="mt-5 lg:max-w-2xl">
      <PanelHead title="Given back today" count={gone.length} />
      <ul className="divide-y">
        {gone.slice(0, SHOWN).map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  );
}

const wasTheirs = ({ action, details }: Movement, id: number): boolean =>
  !details.undoneAction &&
  (action === 'return' ? details.holderId === id : action === 'handover' && details.fromHolderId === id);

function Row({
  entry: { action, details, keyBunchIdentifier, keyBunch, newTag, notes, doneAt },
}: {
  entry: Movement;
}) {
  const over = action === 'handover';
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
      <ActionSquare icon={over ? ArrowLeftRight : Undo2} tint={over ? 'amber' : 'emerald'} />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {keyBunchIdentifier}
          {over && ` to ${details.officer ?? 'someone'}`}
        </span>
        <span className="block truncate text-hint text-muted">
          {[keyBunch?.opens && opensText(keyBunch.opens), over ? notes : newTag && `tag ${newTag}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <span className="shrink-0 text-hint text-muted tabular-nums">{clockTime(doneAt)}</span>
    </li>
  );
}
