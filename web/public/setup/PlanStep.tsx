import { ArrowLeft, Check } from 'lucide-react';
import { slugOf } from '../../../shared/company.ts';
import { TRIAL_DAYS } from '../../../shared/limits.ts';
import { PLAN_TYPES, PLANS, type Plan, type PlanType } from '../../../shared/plan.ts';
import type { User } from '../../../shared/user.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TermsButton } from '../landing/TermsDialog.tsx';
import type { Account, SetupNotice } from './account-form.ts';
import { SetupFrame } from './SetupFrame.tsx';

interface PlanStepProps {
  account: Account;
  plan: PlanType;
  onPlan: (plan: PlanType) => void;
  notice: SetupNotice | null;
  /** The signed-in user without a company; null for a visitor. */
  me: User | null;
  onBack: () => void;
  onCreate: () => void;
}

/** Step 2: the plan, and a summary of the new company. */
export function PlanStep({ account, plan, onPlan, notice, me, onBack, onCreate }: PlanStepProps) {
  const { name, price, per } = PLANS[plan];
  const cost = per ? `${price} ${per}` : `${price.toLowerCase()} price`;
  return (
    <SetupFrame
      step={1}
      width={880}
      title="Plan Selection"
      lead={`Free for ${TRIAL_DAYS} days whichever you choose. No credit card.`}
      notice={notice}
      leave={me ? 'signOut' : 'signIn'}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onCreate();
        }}
      >
        <RadioCards
          label="Plan"
          value={plan}
          onValueChange={(value) => {
            const chosen = PLAN_TYPES.find((type) => type === value);
            if (chosen) onPlan(chosen);
          }}
          className="gap-3! md:grid-cols-3 md:gap-4!"
          cards={PLAN_TYPES.map((type) => ({
            value: type,
            title: PLANS[type].name,
            description: PLANS[type].who,
            body: <PlanBody plan={PLANS[type]} />,
          }))}
        />
        <Panel className="mt-5 rounded-2xl">
          <h2 className="px-5 pt-5 text-[0.9375rem] font-semibold tracking-tight">Summary</h2>
          <dl className="grid gap-x-[58px] gap-y-3 px-5 pt-3 pb-5 md:grid-cols-3">
            <Row term="Company" text={account.name.trim()} />
            <Row term="URL" text={slugOf(account.slug || account.name)} />
            <Row term="Plan" text={`${name}, ${cost} after ${TRIAL_DAYS} days`} />
          </dl>
          {/* The specified wizard has no checkbox for the terms; the short sign-up has. */}
          <p className="px-5 pb-4 text-sm text-muted">
            By creating your company you agree to the{' '}
            <TermsButton className={cx(linkClass, 'touch:min-h-11')} />.
          </p>
          <div className="flex justify-between gap-2.5 border-t bg-soft/40 px-5 py-5">
            <Button size="xl" icon={ArrowLeft} onClick={onBack} className="text-[0.9375rem]!">
              Back
            </Button>
            <Button type="submit" variant="primary" size="xl" className="text-[0.9375rem]! phone:flex-1">
              Create Company
            </Button>
          </div>
        </Panel>
      </form>
    </SetupFrame>
  );
}

function PlanBody({ plan: { price, per, features } }: { plan: Plan }) {
  return (
    <>
      <span className="mt-4 mb-3 flex items-baseline gap-1.5 phone:mt-3 phone:mb-2">
        <span className="text-[1.875rem]/9 font-semibold tracking-[-0.03em]">{price}</span>
        {per && <span className="text-sm text-muted">{per}</span>}
      </span>
      <ul className="flex flex-col gap-1.5 phone:flex-row phone:flex-wrap phone:gap-x-3 phone:gap-y-1">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-2 text-sm/5">
            <Check aria-hidden className="size-4 text-muted" />
            {feature}
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ term, text }: { term: string; text: string }) {
  return (
    <div className="min-w-0 phone:flex phone:items-baseline phone:justify-between phone:gap-4">
      <dt className="shrink-0 text-sm text-muted">{term}</dt>
      <dd className="text-[0.9375rem]/6 font-medium text-pretty break-words md:min-h-12 phone:min-w-0 phone:text-right">
        {text}
      </dd>
    </div>
  );
}
