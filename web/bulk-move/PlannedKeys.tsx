import type { ReactNode } from 'react';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { MoveChoices } from './choices.ts';
import { KeysToMove } from './KeysToMove.tsx';
import type { Outcome } from './MoveOutcome.tsx';
import type { MoveAudit } from './use-move-audit.ts';
import type { MovePlan } from './use-move-plan.ts';

type Props = { choices: MoveChoices; audit: MoveAudit; plan: MovePlan; outcome: Outcome | null };

/** The sets that would move, or why there are none. */
export function PlannedKeys(props: Props) {
  return (
    <div className="min-w-0" aria-busy={props.plan.waiting || undefined}>
      <Content {...props} />
    </div>
  );
}

function Content({ choices, audit, plan, outcome }: Props): ReactNode {
  if (plan.error) return <ReadFailed error={plan.error} onRetry={plan.retry} />;
  if (plan.waiting) return <Skeleton className="h-64 rounded-xl" />;
  if (plan.noKeys) return <NoKeys audit={audit} plan={plan} title={plan.noKeys} />;
  if (plan.data) return <KeysToMove bunches={plan.data.bunches} typed={choices.typeName === ''} />;
  if (outcome || choices.waiting) return null;
  return (
    <EmptyState
      title="What do you want to move?"
      hint="Choose a key type and two locations. You need an audit of the starting location from the last 24 hours. You can run it here."
    />
  );
}

function NoKeys({ audit, plan: { data }, title }: Pick<Props, 'audit' | 'plan'> & { title: string }) {
  if (!audit.verified && (data?.expected ?? 0) === 0) return null;
  return (
    <Notice variant="info" title={title}>
      {data && data.missing > 0 && (
        <p>
          {count(data.missing, 'key is', 'keys are')} missing there. An audit that finds them marks them
          Present.
        </p>
      )}
    </Notice>
  );
}
