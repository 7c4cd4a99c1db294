import { Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { NEEDS_NETWORK, NO_APPROVER_CODE } from '../../shared/approval-words.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useMay, useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { useServerNow, useZone } from '../zone.ts';
import { ApproverDialog } from './ApproverDialog.tsx';
import { askedBeforeText, isOpen, NEEDS_YES, stateText, whyNot } from './approval-text.ts';
import { AddApprover, CallButton, EmergencyDialog } from './approver-actions.tsx';
import { type Request, useSecondPerson } from './requests.ts';

/** The yes of a second person: approvals by the ids of their sets, or the reason of an emergency. */
export type Yes = {
  approvals: ReadonlyMap<number, number>;
  emergencyReason: string;
  /** The due time that was approved. */
  dueAt?: string | null;
};

export type BoxProps = {
  /** "MCR-0145", or "3 sets". */
  what: string;
  /** What is approved, in words: "MCR-0145 to Callum Reid". */
  about: string;
  /** What is done with it, "Issue". */
  verb: string;
  request: Request;
  /** Said while `request` is null. */
  missing: string;
  /** Whether it may go without in an emergency, if the company allows it. */
  mayGoWithout?: boolean;
  /** Comes into view when it appears. */
  scrolls?: boolean;
  /** What it was recorded with is on its way: nothing is taken back. */
  isSending: boolean;
  onYes: (yes: Yes | null) => void;
};

type Opened = 'number' | 'emergency';

/** A set in a dialog that needs a second person: asks, waits for the answer, or takes badge and number at this screen. */
export function SecondPersonBox(props: BoxProps) {
  const { what, about, verb, request, missing, mayGoWithout = false, scrolls = false, onYes } = props;
  const [now, zone] = [useServerNow(), useZone()];
  const box = useSecondPerson(props, now);
  const { asked, emergency, isApproved } = box;
  const offline = useOfflineSince() > 0;
  const [dialog, setDialog] = useState<Opened | null>(null);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (scrolls) element.current?.scrollIntoView({ block: 'nearest' });
  }, [scrolls]);
  const isDone = isApproved || emergency !== '';
  const ids = JSON.stringify(asked.map(({ id }) => id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it changes
  useEffect(() => {
    if (!isDone) return onYes(null);
    onYes({
      approvals: new Map(isApproved ? asked.map(({ keyBunch, id }) => [keyBunch.id, id]) : []),
      emergencyReason: emergency,
      dueAt: asked[0]?.dueAt ?? null,
    });
  }, [isDone, ids, emergency]);

  return (
    <section
      ref={element}
      aria-label="Second person"
      className={cx(
        'flex gap-3 rounded-xl px-4 py-3.5 inset-ring',
        isApproved
          ? 'bg-emerald-500/8 text-emerald-800 inset-ring-emerald-600/25 dark:text-emerald-300 dark:inset-ring-emerald-400/25'
          : 'bg-amber-500/8 text-amber-900 inset-ring-amber-600/30 dark:text-amber-300 dark:inset-ring-amber-400/25',
      )}
    >
      {isDone ? (
        <LockOpen aria-hidden className="mt-px size-[18px]" />
      ) : (
        <Lock aria-hidden className="mt-px size-[18px]" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {emergency
            ? `${what}: no second person`
            : isDone
              ? `${what} is approved`
              : `${what} needs a second person`}
        </p>
        <p role="status" className="text-pretty">
          {textOf(box, request ? HOW : `${NEEDS_YES} ${missing}`, { now, zone, offline })}
        </p>
        {isApproved && <ApprovedPurpose asked={asked} typed={request?.body.purpose ?? ''} />}
        {box.fault && (
          <p role="alert" className="text-pretty">
            {whyNot(box.fault)}
          </p>
        )}
        {!isDone && request && !offline && (
          <Actions box={box} now={now} mayGoWithout={mayGoWithout} onDialog={setDialog} />
        )}
        {emergency && (
          <Button size="sm" className="mt-2.5" onClick={() => box.setEmergency('')}>
            Ask instead
          </Button>
        )}
      </div>
      <Dialogs {...{ what, about, verb, box, dialog }} onClose={() => setDialog(null)} />
    </section>
  );
}

type PurposeProps = { asked: readonly Approval[]; typed: string };

/** That the approved purpose is recorded, where another is typed. */
function ApprovedPurpose({ asked, typed }: PurposeProps) {
  const other = asked.find((one) => (one.purpose ?? '') !== typed.trim());
  if (!other) return null;
  return (
    <p className="text-pretty wrap-anywhere">
      {other.purpose
        ? `“${other.purpose}” is recorded as the purpose, as it was approved.`
        : 'No purpose is recorded, as it was approved without one.'}
    </p>
  );
}

type DialogsProps = Pick<BoxProps, 'what' | 'about' | 'verb'> & {
  box: ReturnType<typeof useSecondPerson>;
  dialog: Opened | null;
  onClose: () => void;
};

/** Badge and number here, and the reason of an emergency. */
const Dialogs = ({ what, about, verb, box, dialog, onClose }: DialogsProps) => (
  <>
    <ApproverDialog
      key={`number ${dialog === 'number'}`}
      approver={null}
      about={about}
      open={dialog === 'number'}
      pending={box.pending}
      fault={box.numberFault}
      onNumber={(badge, number) =>
        void box.approveAtDesk(badge, number).then((isRight) => isRight && onClose())
      }
      onClose={onClose}
    />
    <EmergencyDialog
      key={`emergency ${dialog === 'emergency'}`}
      what={what}
      verb={verb}
      open={dialog === 'emergency'}
      onReason={box.setEmergency}
      onClose={onClose}
    />
  </>
);

const HOW = 'A third person says yes: here with badge and number, or on their own device.';

type At = { now: number; zone: string; offline: boolean };

/** The state of a box in words; `unasked` before a question. */
function textOf(
  { emergency, asked, earlier }: ReturnType<typeof useSecondPerson>,
  unasked: string,
  { now, zone, offline }: At,
) {
  if (emergency) return `Reason: ${emergency}`;
  if (offline) return NEEDS_NETWORK;
  if (asked[0]) return stateText(asked[0], now, zone);
  const [first] = earlier;
  return first ? askedBeforeText(first, now, zone) : unasked;
}

type ActionsProps = {
  box: ReturnType<typeof useSecondPerson>;
  now: number;
  mayGoWithout: boolean;
  onDialog: (dialog: Opened) => void;
};

/** Ask or call, badge and number here or, where the company allows it, an emergency. */
function Actions({ box, now, mayGoWithout, onDialog }: ActionsProps) {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  const may = useMay();
  const [first] = box.asked;
  return (
    <div className="mt-2.5 flex flex-wrap gap-2 text-fg phone:*:flex-1">
      {box.earlier.length > 0 && (
        <Button size="sm" onClick={box.takeEarlier}>
          Use it
        </Button>
      )}
      {box.fault?.body.code === NO_APPROVER_CODE && may('user:edit') && <AddApprover />}
      {first && isOpen(first, now) ? (
        <CallButton approvers={first.approvers} />
      ) : (
        <Button size="sm" pending={box.pending} onClick={() => void box.ask(true)}>
          {first ? 'Ask again' : 'Ask'}
        </Button>
      )}
      <Button size="sm" onClick={() => onDialog('number')}>
        Badge and number here
      </Button>
      {mayGoWithout && company?.emergencyIssue && (
        <Button size="sm" variant="danger" onClick={() => onDialog('emergency')}>
          Emergency...
        </Button>
      )}
    </div>
  );
}
