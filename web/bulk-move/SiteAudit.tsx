import type { ReactNode } from 'react';
import { AuditSessionPanel } from '../audit/AuditSessionPanel.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { MoveChoices } from './choices.ts';
import { StartAudit } from './StartAudit.tsx';
import type { MoveAudit } from './use-move-audit.ts';
import type { MovePlan } from './use-move-plan.ts';
import { RequiredCard, VerifiedCard } from './VerificationCard.tsx';

type Props = {
  choices: MoveChoices;
  audit: MoveAudit;
  plan: MovePlan;
  onProgress: (progress: { scanned: number; expected: number }) => void;
};

/** The audit of the from location: the one that runs here, or whether the last one still counts and how to begin another. */
export function SiteAudit({ choices, audit, plan, onProgress }: Props): ReactNode {
  const { running, verification } = audit;
  if (running !== null)
    return <AuditSessionPanel key={running} id={running} onOver={audit.end} onProgress={onProgress} />;
  if (audit.error) return <ReadFailed error={audit.error} onRetry={audit.retry} />;
  // On a phone as high as the longer of the two, so that what follows stays about where it is.
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
