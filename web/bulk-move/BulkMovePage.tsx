import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { AuditSessionPanel } from '../audit/AuditSessionPanel.tsx';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { backLinkClass } from '../ui/classes.ts';
import { FootBar } from '../ui/FootBar.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { RequiredCard, StartAudit, VerifiedCard } from './MoveAudit.tsx';
import { LockedChoices, MoveChoicesPanel } from './MoveChoicesPanel.tsx';
import { ConcernsQuestion, MoveOutcome, MoveSummary } from './MoveSummary.tsx';
import { PlannedKeys } from './PlannedKeys.tsx';
import {
  type Execute,
  type MoveAudit,
  type MoveChoices,
  type MovePlan,
  useExecute,
  useMoveAudit,
  useMoveChoices,
  useMovePlan,
} from './use-bulk-move.ts';

/** Bulk Move Keys: all sets of a type, or of all types, from one location to another, after an audit. */
export function BulkMovePage() {
  const phone = useMedia(PHONE);
  const choices = useMoveChoices();
  const audit = useMoveAudit(choices);
  const plan = useMovePlan(choices);
  const execute = useExecute(choices, audit, plan);
  const [progress, setProgress] = useState<Progress | null>(null);
  const open = audit.running === null;
  // During the audit a phone needs its height for the checklist.
  const foot = phone && open;
  const reason = open ? execute.reason : progressText(progress);
  // The footer shows the reason above the button.
  const button = <ExecuteButton execute={execute} reason={reason} reasonIn={foot ? 'tooltip' : 'below'} />;

  return (
    <>
      <Head choices={choices} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Choices choices={choices} audit={audit} execute={execute} />
          <SiteAudit choices={choices} audit={audit} plan={plan} onProgress={setProgress} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <MoveSummary
            choices={choices}
            plan={plan.data}
            audit={audit}
            waiting={plan.waiting || choices.unread}
          >
            <Notes execute={execute} />
            {!foot && button}
            {!foot && execute.ready && (
              <p className="-mt-2 text-hint text-muted">
                Each set's history records the move under your name.
              </p>
            )}
          </MoveSummary>
        </div>
        {open && <PlannedKeys choices={choices} audit={audit} plan={plan} outcome={execute.outcome} />}
      </div>
      {foot && <FootBar note={reason}>{button}</FootBar>}
      <ConcernsQuestion choices={choices} plan={plan} execute={execute} />
    </>
  );
}

function Head({ choices }: { choices: MoveChoices }) {
  return (
    <>
      <PageHead
        title="Bulk Move Keys"
        subtitle="Move every key of one type, or of all types, from one location to another."
        back={
          <Link to="/locations" className={backLinkClass}>
            <ChevronLeft aria-hidden className="size-4" />
            Locations
          </Link>
        }
      />
      {choices.error && (
        <div className="mb-4">
          <ReadFailed error={choices.error} onRetry={choices.retry} />
        </div>
      )}
    </>
  );
}

type Parts = { choices: MoveChoices; audit: MoveAudit; execute: Execute };

/** The move, fixed during its audit, and the last result. */
function Choices({ choices, audit, execute }: Parts): ReactNode {
  if (audit.running !== null) return <LockedChoices choices={choices} />;
  return (
    <>
      <MoveChoicesPanel choices={choices} onChange={execute.forget} />
      {execute.outcome && <MoveOutcome outcome={execute.outcome} />}
    </>
  );
}

const Notes = ({ execute }: Pick<Parts, 'execute'>) => (
  <Field label="Notes" optional error={execute.notesError}>
    <Textarea
      value={execute.notes}
      onChange={(event) => execute.setNotes(event.target.value)}
      placeholder="Why they are moving, who is carrying them"
    />
  </Field>
);

function ExecuteButton({
  execute,
  reason,
  reasonIn,
}: {
  execute: Execute;
  reason: string | undefined;
  reasonIn: 'tooltip' | 'below';
}) {
  return (
    <Button
      variant="primary"
      size="lg"
      block
      pending={execute.pending}
      pendingLabel="Moving..."
      disabledReason={reason}
      reasonIn={reasonIn}
      onClick={execute.begin}
    >
      {execute.label}
    </Button>
  );
}

type Progress = { scanned: number; expected: number };

/** What the audit is waiting for. */
function progressText(progress: Progress | null): string {
  const left = progress ? progress.expected - progress.scanned : null;
  if (left === null) return 'The audit is in progress.';
  if (left <= 0) return 'Every key is checked. Complete the audit to continue.';
  return `${count(left, 'key is', 'keys are')} not checked yet.`;
}

type Props = {
  choices: MoveChoices;
  audit: MoveAudit;
  plan: MovePlan;
  onProgress: (progress: { scanned: number; expected: number }) => void;
};

/** The from location's audit: running, still valid, or how to start one. */
function SiteAudit({ choices, audit, plan, onProgress }: Props): ReactNode {
  const { running, verification } = audit;
  if (running !== null)
    return <AuditSessionPanel key={running} id={running} onOver={audit.end} onProgress={onProgress} />;
  if (audit.error) return <ReadFailed error={audit.error} onRetry={audit.retry} />;
  // On a phone as high as the longer of the two, so that the rest does not jump.
  if (audit.waiting || choices.unread) return <Skeleton className="h-[98px] rounded-xl phone:h-64" />;
  if (!verification) return null;
  const start = <StartAudit choices={choices} audit={audit} />;
  if (audit.verified)
    return (
      <VerifiedCard verification={verification}>
        {plan.noKeys && plan.data && plan.data.missing > 0 && start}
      </VerifiedCard>
    );
  return (
    <RequiredCard verification={verification} note={plan.data?.expected === 0 ? plan.noKeys : undefined}>
      {plan.data && plan.data.expected > 0 && start}
    </RequiredCard>
  );
}
