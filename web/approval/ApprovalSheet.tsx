import { CalendarClock, Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { APPROVAL_DECIDED_CODE, NEEDS_SECOND_PERSON } from '../../shared/approval-words.ts';
import { HOLDER_KIND_LABELS, type HolderKind } from '../../shared/holder-words.ts';
import { contentsOf, opensText } from '../../shared/opens-text.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { dayAndClock, nearClock, shortClass } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useZone } from '../zone.ts';
import { firstName, isOpen } from './approval-text.ts';
import { useServerNow } from './use-server-now.ts';

const VERBS = { issue: 'issue', hand_over: 'hand over', switch_off: 'switch it off' } as const;

type Props = { approval: Approval; open: boolean; onClose: () => void; onClosed?: () => void };

/** Asks an approver for their yes to one set, with all that is known of it; says how it ended once it has. */
export function ApprovalSheet({ approval, open, onClose, onClosed }: Props) {
  const { askedBy, askedAt, expiresAt, keyBunch, kind } = approval;
  const now = useServerNow();
  const offline = useOfflineSince() > 0;
  const decide = useAction('decideApproval', {
    messages: { done: null, failed: "Couldn't send your answer. Try again." },
    // Another approver was first: the sheet says who.
    failure: ({ body }) =>
      body.code === APPROVAL_DECIDED_CODE ? { title: body.message ?? 'Already decided' } : undefined,
  });
  const end = endOf(approval, now);
  async function answer(yes: boolean) {
    const sent = await decide.run({ params: { id: approval.id }, body: { yes } });
    if (sent.ok) onClose();
  }
  const offlineReason = offline ? 'Answering needs a network.' : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      lead={<Avatar name={askedBy} size={44} />}
      title={`${askedBy} asks for your yes`}
      description={`${keyBunch.location.name} · asked ${clockTime(askedAt)}, ${end ? 'ended' : 'ends'} ${clockTime((end && approval.endedAt) || expiresAt)}`}
      sending={decide.pending}
      cancelLabel={null}
      foot={
        end ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button pending={decide.pending} disabled={offline} onClick={() => void answer(false)}>
              No
            </Button>
            <Button
              variant="primary"
              icon={Check}
              pending={decide.pending}
              disabledReason={offlineReason}
              reasonIn="tooltip"
              onClick={() => void answer(true)}
              className="max-w-full phone:flex-[2]!"
            >
              Yes, {VERBS[kind]}
              {kind !== 'switch_off' && ` ${keyBunch.identifier}`}
            </Button>
          </>
        )
      }
    >
      <Notices approval={approval} end={end} offline={offline} />
      <About approval={approval} now={now} />
      {keyBunch.notes && (
        <p className="mt-4 text-body whitespace-pre-line wrap-anywhere">“{keyBunch.notes}”</p>
      )}
      {!end && (
        <p className="mt-2 text-hint text-muted">
          Your name will be beside {firstName(askedBy)}’s in the history.
        </p>
      )}
    </Dialog>
  );
}

type NoticesProps = { approval: Approval; end: ReturnType<typeof endOf>; offline: boolean };

/** How it ended or, while it waits, what is in the way and who said no before. */
function Notices({ approval, end, offline }: NoticesProps) {
  const { state, expiresAt, refusedBefore } = approval;
  const isYes = state === 'approved' || state === 'used';
  if (end)
    return (
      <Notice variant={isYes ? 'success' : 'warning'} className="mb-4" title={end.title}>
        {end.text}
      </Notice>
    );
  return (
    <>
      {offline && (
        <Notice variant="warning" className="mb-4" title="Offline">
          Answering needs a network. It ends {clockTime(expiresAt)}.
        </Notice>
      )}
      {refusedBefore && (
        <Notice
          variant="warning"
          className="mb-4"
          title={`${refusedBefore.by} said no at ${clockTime(refusedBefore.at)}`}
        >
          It is asked again.
        </Notice>
      )}
    </>
  );
}

/** The set, who takes it, why and until when. */
function About({ approval, now }: { approval: Approval; now: number }) {
  const { keyBunch, holder, kind, purpose, dueAt } = approval;
  const zone = useZone();
  const due = dueAt && Date.parse(dueAt);
  return (
    <Panel>
      <div className="p-4">
        <p className={cx('flex items-center gap-2 text-label font-medium', shortClass)}>
          <Lock aria-hidden className="size-4" />
          {kind === 'switch_off' ? 'Switch off: needs a second person' : NEEDS_SECOND_PERSON}
        </p>
        <p className="mt-1 text-[2.125rem]/10 font-bold tracking-[-0.02em] wrap-anywhere">
          {keyBunch.identifier}
        </p>
        <p className="text-base wrap-anywhere">{opensText(keyBunch)}</p>
        <p className="text-label text-muted">
          {contentsOf(keyBunch)}
          {keyBunch.status !== 'issued' && keyBunch.currentTag && ` · tag ${keyBunch.currentTag}`}
          {keyBunch.holder && ` · now with ${keyBunch.holder.name}`}
        </p>
      </div>
      {holder && (
        <Row icon={<Avatar name={holder.name} size={32} />}>
          <span className="block text-base">
            to <b className="font-medium">{holder.name}</b>
          </span>
          <span className="block text-label text-muted">{holdsText(approval)}</span>
        </Row>
      )}
      {kind !== 'switch_off' && (
        <Row icon={<Picture icon={CalendarClock} />}>
          <span className="text-base">
            {purpose && `${purpose} · `}
            {due ? (
              <>
                due{' '}
                <b className="font-medium">
                  {due > now ? nearClock(due, now, zone) : dayAndClock(due, now, zone)}
                </b>
              </>
            ) : (
              'no due time'
            )}
          </span>
        </Row>
      )}
    </Panel>
  );
}

const Picture = ({ icon: One }: { icon: Icon }) => (
  <span className="grid size-8 place-items-center text-muted">
    <One className="size-5" />
  </span>
);

const Row = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-14 items-center gap-3 border-t px-4 py-2.5">
    {icon}
    <p className="min-w-0 flex-1 wrap-anywhere">{children}</p>
  </div>
);

/** "Staff · has 4 sets, none overdue". */
function holdsText({ holderKind, held, overdue }: Approval): string {
  const kind = holderKind && HOLDER_KIND_LABELS[holderKind as HolderKind];
  const has =
    held === 0 ? 'has no sets' : `has ${count(held, 'set')}, ${overdue > 0 ? overdue : 'none'} overdue`;
  return [kind, has].filter(Boolean).join(' · ');
}

/** How a question ended, null while it waits. */
function endOf(approval: Approval, now: number): { title: string; text: string } | null {
  const { state, decidedBy, decidedAt, askedBy, expiresAt } = approval;
  const at = decidedAt ? ` at ${clockTime(decidedAt)}` : '';
  const who = firstName(askedBy);
  if (state === 'approved' || state === 'used')
    return {
      title: `${decidedBy} said yes${at}`,
      text: state === 'used' ? 'The keys are out.' : `${who} can issue it until ${clockTime(expiresAt)}.`,
    };
  if (state === 'refused') return { title: `${decidedBy} said no${at}`, text: 'The keys stay.' };
  if (state === 'taken_back')
    return { title: 'No longer asked', text: `${who} took it back, or changed what was asked.` };
  return isOpen(approval, now)
    ? null
    : { title: `It ended at ${clockTime(expiresAt)}`, text: `${who} can ask again.` };
}
