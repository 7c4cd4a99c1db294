import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '../../shared/api.ts';
import type { BulkMovePlan } from '../../shared/bulk-move.ts';
import { fullName } from '../../shared/user-name.ts';
import { clockTime, companyMinute, count } from '../format.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Badge } from '../ui/Badge.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Execute, MoveAudit, MoveChoices, MovePlan, Outcome } from './use-bulk-move.ts';

type Props = {
  choices: MoveChoices;
  plan: BulkMovePlan | undefined;
  audit: MoveAudit;
  waiting: boolean;
  /** Notes and, where there is room, the button. */
  children: ReactNode;
};

/** How many sets move and stay, both locations' counts, and whether the audit allows it. */
export function MoveSummary({ choices, plan, audit, waiting, children }: Props) {
  const { from, to, same, keys } = choices;
  const moving = plan?.bunches.length ?? 0;
  return (
    <Panel aria-label="Move summary" aria-busy={waiting || undefined}>
      <PanelHead title="Move summary" />
      {waiting ? (
        <div className="border-b p-4">
          <Skeleton className="h-9 w-40" />
          <Skeleton className="mt-1 h-[18px] w-28" />
        </div>
      ) : plan ? (
        <div className="border-b p-4">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <b className="text-figure font-semibold tracking-tight">{moving.toLocaleString()}</b>
            <span className="text-body text-muted">
              {moving === 1 ? keys.replace(/s$/, '') : keys} to move
            </span>
          </p>
          <p className="mt-1 text-hint text-muted">{stayText(plan)}</p>
        </div>
      ) : (
        <p className="border-b p-4 text-body text-pretty text-muted">
          Choose a key type and two locations to see what would move.
        </p>
      )}
      <div className="relative grid gap-4 border-b p-4">
        <span aria-hidden className="absolute top-8 bottom-8 left-8 border-l" />
        <End term="From" location={from} now={plan?.atFrom} by={to && !same ? -moving : 0} />
        <End term="To" location={same ? null : to} now={plan?.atTo} by={moving} />
      </div>
      {plan && to && plan.concerns.length > 0 && <Concerns texts={concernTexts(to.name, plan)} />}
      <div className="flex min-h-11 items-center justify-between gap-3 border-b px-4 py-2 text-body">
        <span className="text-muted">Audit</span>
        <AuditBadge audit={audit} />
      </div>
      <div className="grid gap-4 p-4">{children}</div>
    </Panel>
  );
}

/** Warnings to confirm before the move. */
const Concerns = ({ texts }: { texts: string[] }) => (
  <div
    role="status"
    className="grid gap-1.5 border-b bg-amber-500/8 px-4 py-2.5 text-hint text-amber-900 dark:text-amber-300"
  >
    {texts.map((text) => (
      <p key={text} className="flex gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="text-pretty">{text}</span>
      </p>
    ))}
  </div>
);

/** "3 stay: 2 issued, 1 missing", or "2 stay, issued". */
function stayText({ issued, missing }: BulkMovePlan): string {
  const stay = issued + missing;
  if (stay === 0) return 'This moves all of them.';
  const all = `${stay.toLocaleString()} ${stay === 1 ? 'stays' : 'stay'}`;
  if (missing === 0) return `${all}, issued`;
  if (issued === 0) return `${all}, missing`;
  return `${all}: ${issued.toLocaleString()} issued, ${missing.toLocaleString()} missing`;
}

type EndProps = {
  term: string;
  location: MoveChoices['from'];
  now: number | null | undefined;
  by: number;
};

function End({ term, location, now, by }: EndProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="relative rounded-lg bg-panel">
        <ActionSquare icon={locationIcon(location?.type ?? '')} size={32} dashed={!location} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-hint text-muted">{term}</span>
        <span className={cx('block', location ? 'truncate font-medium' : 'text-muted')}>
          {location?.name ?? 'Not chosen'}
        </span>
      </span>
      {location && typeof now === 'number' && (
        <p className="shrink-0 text-right text-hint text-muted tabular-nums">
          <span className="text-body">
            {by === 0 ? (
              <b className="font-semibold text-fg">{now.toLocaleString()}</b>
            ) : (
              <>
                {now.toLocaleString()} {'->'}{' '}
                <b className="font-semibold text-fg">{(now + by).toLocaleString()}</b>
              </>
            )}
          </span>
          <br />
          {now + by === 1 ? 'key' : 'keys'}
        </p>
      )}
    </div>
  );
}

function AuditBadge({ audit }: { audit: MoveAudit }) {
  if (!audit.asked) return <span className="text-muted">Not checked yet</span>;
  if (audit.running !== null) return <Badge tint="blue">In progress</Badge>;
  if (audit.waiting) return <Skeleton className="h-[22px] w-20 rounded-full" />;
  if (audit.error) return <Badge tint="red">Unknown</Badge>;
  return audit.verified ? <Badge tint="emerald">Verified</Badge> : <Badge tint="amber">Required</Badge>;
}

/** Concerns about the target location, a sentence each. */
function concernTexts(location: string, { concerns, auditsAtTo }: BulkMovePlan): string[] {
  const limited = concerns.includes('to_limited')
    ? [`${location} is Limited: it should take no new keys.`]
    : [];
  const audits = auditsAtTo.map(
    ({ user, startTime }) =>
      `${user ? fullName(user) : 'Someone'} has been auditing ${location} since ${clockTime(startTime)}. Their audit does not expect these keys.`,
  );
  return [...limited, ...audits];
}

/** Confirms a move with concerns. */
export function ConcernsQuestion({
  choices: { to },
  plan: { data },
  execute,
}: {
  choices: MoveChoices;
  plan: MovePlan;
  execute: Execute;
}) {
  const texts = to && data ? concernTexts(to.name, data) : [];
  return (
    <ConfirmDialog
      open={execute.asking}
      onOpenChange={execute.setAsking}
      title={`Move to ${to?.name ?? ''} all the same?`}
      text={
        <ul className="grid gap-2">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
      confirmLabel={`Move ${count(data?.bunches.length ?? 0, 'key')}`}
      cancelLabel="Don't move"
      pending={execute.pending}
      onConfirm={() => void execute.run()}
    />
  );
}

/** Visible until the next choice or move. */
export function MoveOutcome({ outcome }: { outcome: Outcome }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every outcome is brought into sight
  useEffect(() => {
    // Not returned: newer browsers return a promise, which is no cleanup function.
    void box.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  return (
    <div ref={box}>{'moved' in outcome ? <Moved outcome={outcome} /> : <Refused outcome={outcome} />}</div>
  );
}

const Refused = ({ outcome }: { outcome: Extract<Outcome, { refusal: string }> }) => (
  <Notice variant="warning" title={outcome.refusal}>
    {outcome.detail.length > 0 && (
      <ul className="list-disc pl-4">
        {outcome.detail.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </Notice>
);

function Moved({ outcome }: { outcome: Extract<Outcome, { moved: number }> }) {
  const may = useMay();
  const { moved, at, from, to, keys } = outcome;
  const noun = moved === 1 ? keys.replace(/s$/, '') : keys;
  return (
    <Notice variant="success" title={`${count(moved, noun, noun)} moved from ${from} to ${to.name}`}>
      <p>Each set's history records the move under your name.</p>
      <p className="mt-1 flex flex-wrap gap-x-5">
        {may(api.listMovements.needs) && (
          <Link
            to="/history"
            search={{
              action: 'move',
              search: to.name,
              date: 'custom',
              from: companyMinute(new Date(Date.parse(at) - MINUTE_MS)),
              to: companyMinute(at),
            }}
            className={linkClass}
          >
            View these moves in History
          </Link>
        )}
        {may(api.listKeyBunches.needs) && (
          <Link to="/key-bunches" search={{ location: String(to.id) }} className={linkClass}>
            Keys at {to.name}
          </Link>
        )}
      </p>
    </Notice>
  );
}

/** The entries of a move are written within a minute. */
const MINUTE_MS = 60_000;
