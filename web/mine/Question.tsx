import { CalendarClock, Check, MessageSquareText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { HandoverRequest } from '../../shared/handover.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { useAction } from '../api/action.ts';
import { SecondPersonOfSets, useYes } from '../approval/second-person.tsx';
import { Opens } from '../BunchText.tsx';
import { capital, dueText } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import type { Icon } from '../ui/classes.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';
import { failure } from './MineCard.tsx';

type Props = {
  request: HandoverRequest;
  /** The user's own record among the people. */
  me: number;
  onClose: () => void;
};

/** Asks whether the keys are in the user's hand: yes to all or some of the sets, or "Not me". */
export function Question({ request, me, onClose }: Props) {
  const { requestId, from, keyBunches, askedAt, dueAt } = request;
  const may = useMay();
  const [left, setLeft] = useState<readonly number[]>([]);
  const undo = useAction('undoBatch');
  const accept = useAction('acceptHandover', {
    failure,
    messages: { done: { title: 'You have the keys now' }, failed: 'Failed to hand over keys' },
    about: ({ keyBunches: taken }) => taken.map(({ identifier }) => identifier).join(', '),
    offer: ({ batchId }) =>
      may(api.handOver.needs)
        ? { label: 'Undo', run: () => void undo.run({ body: { batchId } }) }
        : undefined,
  });
  const refuse = useAction('refuseHandover', { failure });
  const taken = keyBunches.filter(({ id }) => !left.includes(id));
  const second = useYes(taken);
  const params = { requestId };
  const acceptTaken = () =>
    accept.run({
      params,
      body: {
        items: taken.map(({ id }) => ({ keyBunchId: id, approvalId: second.yes?.approvals.get(id) })),
      },
    });
  const refuseAll = () =>
    refuse.run({ params, body: { items: keyBunches.map(({ id }) => ({ keyBunchId: id })) } });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      lead={<Avatar name={from.name} size={44} />}
      title={`${from.name} hands you ${keyBunches.length === 1 ? 'keys' : count(keyBunches.length, 'set')}`}
      description="Say yes when they are in your hand."
      sending={accept.pending || refuse.pending}
      cancelLabel={null}
      foot={
        <>
          <Button pending={refuse.pending} onClick={() => void refuseAll()}>
            Not me
          </Button>
          <Button
            variant="primary"
            icon={Check}
            pending={accept.pending}
            reasonIn="tooltip"
            disabledReason={taken.length === 0 ? 'Tick the sets that you have.' : second.why}
            onClick={() => void acceptTaken()}
          >
            I have {takenText(keyBunches, taken)}
          </Button>
        </>
      }
    >
      <Asked request={request} left={left} onLeft={setLeft} />
      <SecondPersonOfSets
        sets={taken}
        about={`From ${from.name} to you`}
        verb="Take"
        holderId={me}
        dueAt={dueAt}
        isSending={accept.pending}
        onYes={second.setYes}
      />
      <p className="mt-3 text-center text-hint text-muted">
        Asked at {clockTime(askedAt)}. Until you say yes, {from.name} has them.
      </p>
    </Dialog>
  );
}

/** "MCR-0158", "all 3", "2 of 3". */
function takenText(all: readonly KeyBunch[], taken: readonly KeyBunch[]): string {
  if (all.length === 1) return all[0]?.identifier ?? '';
  return taken.length === all.length ? `all ${all.length}` : `${taken.length} of ${all.length}`;
}

type AskedProps = Omit<TicksProps, 'keyBunches'> & { request: HandoverRequest };

/** The sets, when they are due, and the note. */
function Asked({ request, left, onLeft }: AskedProps) {
  const { keyBunches, notes } = request;
  const [only] = keyBunches;
  return (
    <Panel>
      {keyBunches.length === 1 && only ? (
        <div className="p-4">
          <p className="text-[1.75rem]/9 font-bold tracking-tight wrap-anywhere">{only.identifier}</p>
          <About bunch={only} />
        </div>
      ) : (
        <Ticks keyBunches={keyBunches} left={left} onLeft={onLeft} />
      )}
      <Due request={request} />
      {notes && <Fact icon={MessageSquareText}>“{notes}”</Fact>}
    </Panel>
  );
}

type TicksProps = {
  keyBunches: readonly KeyBunch[];
  left: readonly number[];
  onLeft: (left: readonly number[]) => void;
};

/** Which of several sets are in the hand. */
function Ticks({ keyBunches, left, onLeft }: TicksProps) {
  return (
    <ul className="divide-y">
      {keyBunches.map((bunch) => (
        <li key={bunch.id} className="px-4 py-2.5 touch:py-1">
          <Checkbox
            size="lg"
            checked={!left.includes(bunch.id)}
            onCheckedChange={(has) =>
              onLeft(has ? left.filter((id) => id !== bunch.id) : [...left, bunch.id])
            }
            label={<b className="font-semibold">{bunch.identifier}</b>}
            hint={<About bunch={bunch} />}
          />
        </li>
      ))}
    </ul>
  );
}

const About = ({ bunch }: { bunch: KeyBunch }) => (
  <>
    <span className="block text-body text-fg">
      <Opens bunch={bunch} client={false} />
    </span>
    <span className="block text-hint text-muted">{contentsOf(bunch)} · tag stays broken</span>
  </>
);

/** When the sets are due after the yes; nothing when they differ. */
function Due({ request: { dueAt, keyBunches } }: { request: HandoverRequest }) {
  const [now, zone] = [useNow(), useZone()];
  const moments = [...new Set(keyBunches.map((bunch) => (dueAt === undefined ? bunch.dueAt : dueAt)))];
  const [moment = null] = moments;
  if (moments.length > 1) return <Fact icon={CalendarClock}>Due as before, each at its own time</Fact>;
  return (
    <Fact icon={CalendarClock}>
      {moment ? capital(dueText(Date.parse(moment), now, zone).text) : 'No due time'}
    </Fact>
  );
}

const Fact = ({ icon: Picture, children }: { icon: Icon; children: ReactNode }) => (
  <p className="flex min-h-11 items-center gap-3 border-t px-4 py-2 text-body">
    <Picture aria-hidden className="size-[18px] shrink-0 text-muted" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
