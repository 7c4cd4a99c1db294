import { CalendarClock, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { NEEDS_SECOND_PERSON } from '../../shared/approval-words.ts';
import { HOLDER_KIND_LABELS, type HolderKind } from '../../shared/holder-words.ts';
import { contentsOf, opensText } from '../../shared/opens-text.ts';
import { firstNameOf } from '../../shared/user-name.ts';
import { knownZone } from '../api/server-clock.ts';
import { dayAndClock, nearClock, shortClass } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import { Avatar } from '../ui/Avatar.tsx';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { isOpen } from './approval-text.ts';

/** One question: how it ended or who said no before, then the set, who takes it, why and until when. */
export function OneQuestion({ approval, now }: { approval: Approval; now: number }) {
  const { keyBunch, state, refusedBefore } = approval;
  const end = endOf(approval, now);
  const isYes = state === 'approved' || state === 'used';
  return (
    <>
      {end && (
        <Notice variant={isYes ? 'success' : 'warning'} className="mb-4" title={end.title}>
          {end.text}
        </Notice>
      )}
      {!end && refusedBefore && (
        <Notice variant="warning" className="mb-4" title={refusedText(refusedBefore)}>
          It is asked again.
        </Notice>
      )}
      <Panel>
        <Head approval={approval}>
          <p className="mt-1 text-[2.125rem]/10 font-bold tracking-[-0.02em] wrap-anywhere">
            {keyBunch.identifier}
          </p>
          <p className="text-base wrap-anywhere">{opensText(keyBunch)}</p>
          <p className="text-label text-muted">{keysText(approval)}</p>
        </Head>
        <ForWhom approval={approval} due={dueText(approval, now)} />
      </Panel>
      {keyBunch.notes && (
        <p className="mt-4 text-body whitespace-pre-line wrap-anywhere">“{keyBunch.notes}”</p>
      )}
    </>
  );
}

/** Several questions that are answered together, each set with how it ended, if it has. */
export function SeveralQuestions({ approvals, now }: { approvals: readonly Approval[]; now: number }) {
  const [first] = approvals;
  if (!first) return null;
  const times = new Set(approvals.map(({ dueAt }) => dueAt));
  return (
    <Panel>
      <Head approval={first}>
        <p className="mt-1 text-[1.625rem]/8 font-bold tracking-[-0.02em]">
          {count(approvals.length, 'set')}
        </p>
      </Head>
      <ForWhom approval={first} due={times.size === 1 ? dueText(first, now) : null} />
      <ul aria-label="Sets">
        {approvals.map((one) => {
          const { keyBunch, refusedBefore } = one;
          const end = endOf(one, now);
          return (
            <li key={one.id} className="border-t px-4 py-2.5">
              <p className="wrap-anywhere">
                <b className={cx('font-semibold', end && 'text-muted')}>{keyBunch.identifier}</b>
                {opensText(keyBunch) && <span className="text-muted"> · {opensText(keyBunch)}</span>}
              </p>
              <p className="text-label text-muted">
                {[keysText(one), times.size > 1 && dueText(one, now)].filter(Boolean).join(' · ')}
              </p>
              {keyBunch.notes && (
                <p className="text-label whitespace-pre-line wrap-anywhere">“{keyBunch.notes}”</p>
              )}
              {(end || refusedBefore) && (
                <p className={cx('text-label font-medium', shortClass)}>
                  {end ? `${end.title}. ${end.text}` : refusedBefore && `${refusedText(refusedBefore)}.`}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const refusedText = ({ by, at }: NonNullable<Approval['refusedBefore']>): string =>
  `${by} said no at ${clockTime(at)}`;

const Head = ({ approval: { kind }, children }: { approval: Approval; children: ReactNode }) => (
  <div className="p-4">
    <p className={cx('flex items-center gap-2 text-label font-medium', shortClass)}>
      <Lock aria-hidden className="size-4" />
      {kind === 'switch_off' ? 'Switch off: needs a second person' : NEEDS_SECOND_PERSON}
    </p>
    {children}
  </div>
);

/** "6 keys, 2 fobs · tag 448123", and who has them. */
const keysText = ({ keyBunch }: Approval): string =>
  [
    contentsOf(keyBunch),
    keyBunch.status !== 'issued' && keyBunch.currentTag && `tag ${keyBunch.currentTag}`,
    keyBunch.holder && `now with ${keyBunch.holder.name}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** "due 22:00"; null when nothing is given out. */
function dueText({ kind, dueAt }: Approval, now: number): string | null {
  if (kind === 'switch_off') return null;
  const due = dueAt && Date.parse(dueAt);
  const zone = knownZone() ?? 'UTC';
  return due ? `due ${due > now ? nearClock(due, now, zone) : dayAndClock(due, now, zone)}` : 'no due time';
}

/** Who gets the keys, why and until when. */
function ForWhom({ approval, due }: { approval: Approval; due: string | null }) {
  const { holder, purpose } = approval;
  const what = [purpose, due].filter(Boolean).join(' · ');
  return (
    <>
      {holder && (
        <Row icon={<Avatar name={holder.name} size={32} />}>
          <span className="block text-base">
            to <b className="font-medium">{holder.name}</b>
          </span>
          <span className="block text-label text-muted">{holdsText(approval)}</span>
        </Row>
      )}
      {what && (
        <Row icon={<Picture icon={CalendarClock} />}>
          <span className="text-base">{what}</span>
        </Row>
      )}
    </>
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
  const who = firstNameOf(askedBy);
  if (state === 'approved' || state === 'used')
    return {
      title: `${decidedBy} said yes${at}`,
      text: state === 'used' ? 'The keys are out.' : `${who} can issue it until ${clockTime(expiresAt)}.`,
    };
  if (state === 'refused') return { title: `${decidedBy} said no${at}`, text: 'The keys stay.' };
  if (state === 'taken_back')
    return { title: 'No longer asked', text: `${who} took it back, or the set left or moved.` };
  return isOpen(approval, now)
    ? null
    : { title: `It ended at ${clockTime(expiresAt)}`, text: `${who} can ask again.` };
}
