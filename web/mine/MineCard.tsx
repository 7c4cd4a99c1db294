import { ArrowLeftRight, CalendarClock, EllipsisVertical, Info, Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { EndedHandover, HandoverRequest } from '../../shared/handover.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { useAction } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { Identifier, Opens } from '../BunchText.tsx';
import { DueText, OutSince } from '../custody/CustodyText.tsx';
import { sinceClock } from '../custody/due-lines.ts';
import { useOutRights } from '../custody/SetActions.tsx';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { useKeyRights } from '../key-bunch/key-actions.tsx';
import { ToSend } from '../key-bunch/ToSend.tsx';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';

type Props = {
  bunch: KeyBunch;
  /** The question about it, which waits for its answer. */
  asked: HandoverRequest | undefined;
  /** The last question about it, when its end was no yes. */
  ended: EndedHandover | undefined;
  onAct: (dialog: KeyBunchDialog) => void;
  onGive: (bunch: KeyBunch) => void;
};

/** A set that the user has: when it is due, what it opens, and what they can do with it. */
export function MineCard({ bunch, asked, ended, onAct, onGive }: Props) {
  const { history } = useKeyRights();
  const { dueAt, issuedAt } = bunch;
  return (
    <li>
      <Panel className="flex h-full flex-col">
        <div className="flex-1 px-4 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Identifier
              bunch={bunch}
              linked={history}
              className="text-[1.0625rem] font-semibold tracking-tight touch:-my-3 touch:py-3"
            />
            <ToSend id={bunch.id} className="ml-auto" />
            {dueAt && <DueText at={dueAt} narrow className="text-label" />}
          </p>
          <p className="text-body">
            <Opens bunch={bunch} client={false} />
          </p>
          <p className="text-hint text-muted">
            {contentsOf(bunch)}
            {issuedAt && (
              <>
                {' · since '}
                <OutSince at={issuedAt} inline />
              </>
            )}
            {dueAt && <WasDue at={dueAt} />}
          </p>
          {ended && <Ended ended={ended} />}
        </div>
        {asked ? <Asked bunch={bunch} asked={asked} /> : <Acts bunch={bunch} onAct={onAct} onGive={onGive} />}
      </Panel>
    </li>
  );
}

/** " · was due 22:00" of an overdue set. */
function WasDue({ at }: { at: string }) {
  const now = useNow();
  return Date.parse(at) < now ? (
    <>
      {' · '}
      <DueText at={at} was />
    </>
  ) : null;
}

function Acts({ bunch, onAct, onGive }: Omit<Props, 'asked' | 'ended'>) {
  const may = useMay();
  const rights = useOutRights();
  const { id, identifier } = bunch;
  return (
    <div className="flex items-stretch divide-x border-t">
      {rights.return && (
        <CardAction
          icon={Undo2}
          text="Return"
          label={`Return ${identifier}`}
          onClick={() => onAct({ kind: 'return', id })}
        />
      )}
      {may(api.listHolders.needs) && (
        <CardAction
          icon={ArrowLeftRight}
          text="Hand over"
          label={`Hand over ${identifier}`}
          onClick={() => onGive(bunch)}
        />
      )}
      <Menu
        lazy
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={`More for ${identifier}`}
            tooltip={false}
            className="h-12! w-14! rounded-none!"
          />
        }
        entries={[
          ...(rights.issue
            ? [{ label: 'Extend', icon: CalendarClock, onSelect: () => onAct({ kind: 'extend', id }) }]
            : []),
          { label: 'Key Details', icon: Info, onSelect: () => onAct({ kind: 'details', id }) },
        ]}
      />
    </div>
  );
}

/** The answer of the person who was asked, which was no yes: the user still has it. */
function Ended({ ended: { to, outcome, at } }: { ended: EndedHandover }) {
  const [now, zone] = [useNow(), useZone()];
  const when = sinceClock(Date.parse(at), now, zone);
  return (
    <p className="mt-1.5 text-label text-pretty text-amber-900 dark:text-amber-300">
      {outcome === 'refused'
        ? `${to.name} said no, ${when}.`
        : outcome === 'gone'
          ? `${to.name} can't answer: their account was deactivated.`
          : `No answer from ${to.name} by ${when}.`}{' '}
      You have it.
    </p>
  );
}

/** Asked and not answered: the user still has it, and can take it back. */
function Asked({ bunch, asked: { requestId, to } }: { bunch: KeyBunch; asked: HandoverRequest }) {
  const withdraw = useAction('withdrawHandover', { failure });
  const body = { items: [{ keyBunchId: bunch.id }] };
  return (
    <div className="flex min-h-14 items-center gap-3 border-t bg-soft/40 py-1.5 pr-2 pl-4">
      <Avatar name={to.name} />
      <p className="min-w-0 flex-1 text-label text-pretty text-muted">
        <span className="text-fg">
          <b className="font-medium">{to.name}</b> has not said yes yet.
        </span>{' '}
        Until then you have it.
      </p>
      <Button
        variant="ghost"
        className="text-fg!"
        pending={withdraw.pending}
        aria-label={`Take back ${bunch.identifier}`}
        onClick={() => void withdraw.run({ params: { requestId }, body })}
      >
        Take back
      </Button>
    </div>
  );
}

/** The toast of a refused hand-over: what was not recorded and why, each reason of its sets once; undefined for other failures. */
export const failure = ({ body: { message, items } }: ApiError) =>
  items && {
    title: 'Error',
    description: [message, ...new Set(items.map((item) => item.message))].join('\n'),
  };
