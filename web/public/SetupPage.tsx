import { useRef, useState } from 'react';
import type { Company, PlanType } from '../../shared/company.ts';
import { useSession } from '../session.tsx';
import { AccountStep } from './setup/AccountStep.tsx';
import { type AccountField, useAccountForm } from './setup/account-form.ts';
import { createCompany } from './setup/create-company.ts';
import { DoneStep } from './setup/DoneStep.tsx';
import { PlanStep } from './setup/PlanStep.tsx';
import { SettingUp } from './setup/SettingUp.tsx';

/** What a refusal says above the form. */
export type SetupNotice = { title: string; text: string };

/**
 * The setup wizard (SPEC 2.4): for visitors at /signup, and in place of everything for somebody signed in without a company, who
 * already has a name, an email and a password (DECISIONS S-07).
 */
export function SetupPage() {
  const session = useSession();
  const me = session.state === 'noCompany' ? session.me : null;
  const form = useAccountForm(me);
  const [step, setStep] = useState<'account' | 'plan' | 'creating'>('account');
  const [plan, setPlan] = useState<PlanType>('basic');
  const [notice, setNotice] = useState<SetupNotice | null>(null);
  const [company, setCompany] = useState<Company | null>(null);
  const running = useRef(false);

  function go(to: 'account' | 'plan') {
    setNotice(null);
    setStep(to);
  }

  async function create() {
    // The server cannot know a second press from a second company.
    if (running.current) return;
    running.current = true;
    setStep('creating');
    const { company: made, refusal } = await createCompany(form.getValues(), plan, me !== null);
    running.current = false;
    if (made) return setCompany(made);
    const faults = Object.entries(refusal.errors).filter(([field]) => field in form.getValues());
    for (const [field, message] of faults) form.setError(field as AccountField, { message });
    setNotice({ title: 'Setup Failed', text: refusal.message });
    setStep(faults.length > 0 ? 'account' : 'plan');
  }

  if (company) return <DoneStep company={company} />;
  if (step === 'creating') return <SettingUp />;
  if (step === 'plan')
    return (
      <PlanStep
        account={form.getValues()}
        plan={plan}
        onPlan={setPlan}
        notice={notice}
        me={me}
        onBack={() => go('account')}
        onCreate={() => void create()}
      />
    );
  return <AccountStep form={form} me={me} notice={notice} onNotice={setNotice} onNext={() => go('plan')} />;
}
