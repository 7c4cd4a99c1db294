import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { PLANS, type Plan } from '../../../shared/plan.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Section, Title } from './Section.tsx';

/** The three plans of the specification's section 9, in one panel. */
export function Pricing() {
  return (
    <Section id="pricing" tone="page">
      <div className="gap-x-16 lg:grid lg:grid-cols-[1fr_470px] lg:items-end">
        <Title of="pricing">Plans for every key room.</Title>
        <p className="mt-4 text-base leading-[26px] text-pretty text-muted lg:mt-0">
          Every plan starts with 14 days free. No credit card. Whoever signs up first is the administrator.
        </p>
      </div>
      <div className="mt-10 grid divide-y divide-line rounded-2xl border border-line bg-panel md:mt-14 md:grid-cols-3 md:divide-x md:divide-y-0">
        {(['basic', 'professional', 'enterprise'] as const).map((key) => (
          <PlanColumn key={key} plan={PLANS[key]} primary={key === 'professional'} />
        ))}
      </div>
    </Section>
  );
}

function PlanColumn({ plan, primary }: { plan: Plan; primary: boolean }) {
  return (
    <article className="flex flex-col p-6 lg:p-8">
      <h3 className="text-lg leading-6 font-semibold tracking-[-0.02em]">{plan.name}</h3>
      <p className="mt-1.5 text-[15px] leading-6 text-muted">{plan.who}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="text-[44px] leading-[52px] font-semibold tracking-[-0.03em]">{plan.price}</span>
        {plan.per && <span className="text-[15px] text-muted">{plan.per}</span>}
      </p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {plan.features.map((line) => (
          <li key={line} className="flex items-center gap-3 text-[15px] leading-6">
            <Check aria-hidden className="size-4 stroke-2 text-muted" />
            {line}
          </li>
        ))}
      </ul>
      <Link
        to="/signup"
        aria-label={`Get Started with ${plan.name}`}
        className={`${buttonClass({ variant: primary ? 'primary' : 'secondary', size: 'xl', block: true })} mt-auto text-[15px]!`}
      >
        Get Started
      </Link>
    </article>
  );
}
