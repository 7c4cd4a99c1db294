import { Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '../../shared/api.ts';
import type { Approval } from '../../shared/approval.ts';
import { NEEDS_NETWORK } from '../../shared/approval-words.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { serverNow } from '../api/server-clock.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { useZone } from '../zone.ts';
import { ApproverDialog } from './ApproverDialog.tsx';
import { isOpen, NEEDS_YES, stateText, whyNot } from './approval-text.ts';
import { CallButton } from './CallButton.tsx';
import { EmergencyDialog } from './EmergencyDialog.tsx';
import { takeBack, useApprovalUpdates } from './requests.ts';
import { useServerNow } from './use-server-now.ts';

/** The yes of a second person: approvals by the ids of their sets, or the reason of an emergency. */
export type Yes = {
  approvals: ReadonlyMap<number, number>;
  emergencyReason: string;
  /** The due time that was approved. */
  dueAt?: string | null;
};

/** What is asked: `key` is another when what is asked about is another; null while a fact is missing, which `missing` names. */
export type Request = { key: string; body: BodyOf<'askApprovals'> } | null;

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
  const box = useBox(props, now);
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
        isDone
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
        {box.fault && (
          <p role="alert" className="text-pretty">
            {box.fault}
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

type DialogsProps = Pick<BoxProps, 'what' | 'about' | 'verb'> & {
  box: ReturnType<typeof useBox>;
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
  { emergency, asked }: ReturnType<typeof useBox>,
  unasked: string,
  { now, zone, offline }: At,
) {
  if (emergency) return `Without a second person: ${emergency}`;
  if (offline) return NEEDS_NETWORK;
  return asked[0] ? stateText(asked[0], now, zone) : unasked;
}

type ActionsProps = {
  box: ReturnType<typeof useBox>;
  now: number;
  mayGoWithout: boolean;
  onDialog: (dialog: Opened) => void;
};

/** Ask or call, badge and number here or, where the company allows it, an emergency. */
function Actions({ box, now, mayGoWithout, onDialog }: ActionsProps) {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  const [first] = box.asked;
  return (
    <div className="mt-2.5 flex flex-wrap gap-2 text-fg">
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

/** The requests of a box and what is done with them. What was asked about other facts is taken back. */
function useBox({ request, isSending }: BoxProps, now: number) {
  const [own, setOwn] = useState<{ key: string; approvals: Approval[] } | null>(null);
  const [reason, setReason] = useState({ key: '', text: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [numberFault, setNumberFault] = useState<string | null>(null);
  const ask = useAction('askApprovals', { quiet: true, messages: { done: null, failed: '' } });
  const approving = useAction('approveAtDesk', { quiet: true, messages: { done: null, failed: '' } });
  const key = request?.key ?? '';
  const asked = own?.key === key ? own.approvals : [];
  const latest = useRef({ own, isSending, key });
  latest.current = { own, isSending, key };

  useApprovalUpdates(
    (own?.approvals ?? []).filter((one) => isOpen(one, now)),
    (news) =>
      setOwn(
        (last) =>
          last && {
            ...last,
            approvals: last.approvals.map((one) => news.find(({ id }) => id === one.id) ?? one),
          },
      ),
  );
  // Other facts, or the dialog was closed.
  useEffect(() => {
    return () => {
      const { own: mine, isSending: isOnItsWay } = latest.current;
      const open = mine && !isOnItsWay ? mine.approvals.filter((one) => isOpen(one, serverNow())) : [];
      if (mine && mine.key === key && open.length > 0) void takeBack(open.map(({ id }) => id));
    };
  }, [key]);

  async function askNow(sendsNotices: boolean): Promise<readonly Approval[] | null> {
    if (!request) return null;
    setFault(null);
    const sent = await ask.run({ body: { ...request.body, ...(!sendsNotices && { notify: false }) } });
    if (!sent.ok) {
      (sendsNotices ? setFault : setNumberFault)(whyNot(sent.error));
      return null;
    }
    // What is asked about changed meanwhile.
    if (latest.current.key !== key) {
      void takeBack(sent.reply.map(({ id }) => id));
      return null;
    }
    setOwn({ key, approvals: sent.reply });
    return sent.reply;
  }
  async function approveAtDesk(badge: string, number: string): Promise<boolean> {
    const isAsked = own?.key === key && asked.every((one) => isOpen(one, now));
    const open = isAsked ? asked : await askNow(false);
    if (!open) return false;
    const sent = await approving.run({ body: { ids: open.map(({ id }) => id), badge, kioskNumber: number } });
    if (!sent.ok) {
      setNumberFault(whyNot(sent.error));
      return false;
    }
    setNumberFault(null);
    setOwn({ key, approvals: sent.reply });
    return true;
  }
  return {
    asked,
    isApproved: asked.length > 0 && asked.every((one) => one.state === 'approved' && isOpen(one, now)),
    emergency: reason.key === key ? reason.text : '',
    setEmergency: (text: string) => setReason({ key, text }),
    fault,
    numberFault,
    ask: askNow,
    approveAtDesk,
    pending: ask.pending || approving.pending,
  };
}
