import { PLAN_CHANGE, PLANS } from '../../shared/plan.ts';
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
