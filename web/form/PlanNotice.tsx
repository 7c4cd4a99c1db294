import { PLAN_CHANGE, PLANS } from '../../shared/plan.ts';
import { count, datedDay } from '../format.ts';
import { useSession } from '../session.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { noun: 'keys' | 'locations' | 'users'; className?: string };

/** Warns before a form that the plan is full, with its limit and who can change it. */
export function PlanNotice({ noun, className }: Props) {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  const limit = company?.limits[noun] ?? null;
  if (!company?.usage || limit === null || company.usage[noun] < limit) return null;
  return (
    <Notice
      variant="warning"
      title={`Your ${PLANS[company.planType].name} plan is full`}
      className={className}
    >
      {`It allows up to ${limit.toLocaleString()} ${noun === 'users' ? 'active users' : noun}, and there are ${company.usage[noun].toLocaleString()}. ${PLAN_CHANGE}`}
    </Notice>
  );
}

const DAY_MS = 86_400_000;

/** Days left in the free trial, rounded up, or when it ended. */
export function trialText(endsAt: string, now: Date): string {
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS);
  return left > 0
    ? `${count(left, 'day')} left in the free trial`
    : `The free trial ended on ${datedDay(endsAt)}`;
}
