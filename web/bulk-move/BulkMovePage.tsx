import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { AuditSessionPanel } from '../audit/AuditSessionPanel.tsx';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { backLinkClass } from '../ui/link-class.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useMoveChoices } from './choices.ts';
import { KeysToMove } from './KeysToMove.tsx';
import { LockedChoices, MoveChoicesPanel } from './MoveChoicesPanel.tsx';
import { MoveOutcome } from './MoveOutcome.tsx';
import { MoveSummary } from './MoveSummary.tsx';
import { StartAudit } from './StartAudit.tsx';
import { useExecute } from './use-execute.ts';
import { useMoveAudit } from './use-move-audit.ts';
import { useMovePlan } from './use-move-plan.ts';
import { RequiredCard, VerifiedCard } from './VerificationCard.tsx';

/** Bulk Move Keys (SPEC 2.12): every set of a type, or of all, from one location to another, after an audit. */
export function BulkMovePage() {
  const phone = useMedia(PHONE);
  const choices = useMoveChoices();
  const audit = useMoveAudit(choices);
  const plan = useMovePlan(choices);
  const execute = useExecute(choices, audit, plan);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { running, verification } = audit;
  const { noKeys } = plan;
  // While the audit runs, a phone needs its height for the checklist.
  const foot = phone && running === null;
  const reason = running === null ? execute.reason : progressText(progress);

  const button = (
    <Button
      variant="primary"
      size="lg"
      block
      pending={execute.pending}
      pendingLabel="Moving..."
      disabledReason={reason}
      // A foot bar says it over the button.
      reasonIn={foot ? 'tooltip' : 'below'}
      onClick={() => void execute.run()}
    >
      {execute.label}
    </Button>
  );

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
          <ReadFailed onRetry={choices.retry} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {running === null ? (
            <MoveChoicesPanel choices={choices} onChange={execute.forget} />
          ) : (
            <LockedChoices choices={choices} />
          )}
          {execute.outcome && running === null && <MoveOutcome outcome={execute.outcome} />}
          {running !== null ? (
            <AuditSessionPanel key={running} id={running} onOver={audit.end} onProgress={setProgress} />
          ) : audit.error ? (
            <ReadFailed onRetry={audit.retry} />
          ) : audit.waiting ? (
            <Skeleton className="h-[76px] rounded-xl" />
          ) : (
            verification &&
            (audit.verified ? (
              <VerifiedCard verification={verification}>
                {noKeys && plan.data && plan.data.missing > 0 && (
                  <StartAudit choices={choices} audit={audit} />
                )}
              </VerifiedCard>
            ) : (
              <RequiredCard verification={verification} note={plan.data?.expected === 0 ? noKeys : undefined}>
                {plan.data && plan.data.expected > 0 && <StartAudit choices={choices} audit={audit} />}
              </RequiredCard>
            ))
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <MoveSummary choices={choices} plan={plan.data} audit={audit} waiting={plan.waiting}>
            <Field label="Notes" optional error={execute.notesError}>
              <Textarea
                value={execute.notes}
                onChange={(event) => execute.setNotes(event.target.value)}
                placeholder="Why they are moving, who is carrying them"
              />
            </Field>
            {!foot && button}
            {!foot && execute.ready && (
              <p className="-mt-2 text-hint text-muted">
                Each set's history records the move under your name.
              </p>
            )}
          </MoveSummary>
        </div>
        {running === null && (
          <div className="min-w-0" aria-busy={plan.waiting || undefined}>
            {plan.error ? (
              <ReadFailed onRetry={plan.retry} />
            ) : plan.waiting ? (
              <Skeleton className="h-64 rounded-xl" />
            ) : noKeys ? (
              audit.verified || (plan.data?.expected ?? 0) > 0 ? (
                <Notice variant="info" title={noKeys}>
                  {plan.data && plan.data.missing > 0 && (
                    <p>
                      {count(plan.data.missing, 'key is', 'keys are')} missing there. An audit that finds them
                      marks them Present.
                    </p>
                  )}
                </Notice>
              ) : null
            ) : plan.data ? (
              <KeysToMove bunches={plan.data.bunches} typed={choices.typeName === ''} />
            ) : (
              !execute.outcome && !choices.waiting && <Beginning />
            )}
          </div>
        )}
      </div>
      {foot && <FootBar note={reason}>{button}</FootBar>}
    </>
  );
}

const Beginning = () => (
  <EmptyState
    title="What do you want to move?"
    hint="Choose a key type and two locations. You need an audit of the starting location from the last 24 hours. You can run it here."
  />
);

type Progress = { scanned: number; expected: number };

/** What the audit still waits for. */
function progressText(progress: Progress | null): string {
  const left = progress ? progress.expected - progress.scanned : null;
  if (left === null) return 'The audit is in progress.';
  if (left <= 0) return 'Every key is checked. Complete the audit to continue.';
  return `${count(left, 'key is', 'keys are')} not checked yet.`;
}
