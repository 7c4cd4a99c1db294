import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Company } from '../../shared/company.ts';
import type { PlanType } from '../../shared/plan.ts';
import { useSession } from '../session.tsx';
import { AccountStep } from './setup/AccountStep.tsx';
import { type AccountField, type SetupNotice, useAccountForm } from './setup/account-form.ts';
import { createCompany } from './setup/create-company.ts';
import { DoneStep } from './setup/DoneStep.tsx';
import { PlanStep } from './setup/PlanStep.tsx';
import { SettingUp } from './setup/SettingUp.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Step 2 has its own history entry, so that the browser's Back leads to step 1 and not out of the wizard. */
    setupStep?: 'plan';
  }
}

/** The setup wizard: for visitors at /signup, and in place of every page for a user without a company, whose account already exists. */
export function SetupPage() {
  const session = useSession();
  const me = session.state === 'noCompany' ? session.me : null;
  const form = useAccountForm(me);
  const navigate = useNavigate();
  const { history } = useRouter();
  const atPlan = useLocation({ select: ({ state }) => state.setupStep === 'plan' });
  /** Step 1 is complete. False after a reload, even if the history entry is step 2. */
  const [filled, setFilled] = useState(false);
  const [creating, setCreating] = useState(false);
  const [plan, setPlan] = useState<PlanType>('basic');
  const [notice, setNotice] = useState<SetupNotice | null>(null);
  const [company, setCompany] = useState<Company | null>(null);
  const running = useRef(false);

  function toPlan() {
    setNotice(null);
    setFilled(true);
    void navigate({ to: '.', state: { setupStep: 'plan' } });
  }

  function toAccount(why: SetupNotice | null) {
    setNotice(why);
    setFilled(false);
    history.back();
  }

  async function create() {
    // The server cannot tell a double click from a second company.
    if (running.current) return;
    running.current = true;
    setCreating(true);
    const { company: made, refusal } = await createCompany(form.getValues(), plan, me !== null);
    running.current = false;
    if (made) return setCompany(made);
    setCreating(false);
    const why = { title: 'Setup Failed', text: refusal.message };
    const faults = Object.entries(refusal.errors).filter(([field]) => field in form.getValues());
    for (const [field, message] of faults) form.setError(field as AccountField, { message });
    if (faults.length > 0) toAccount(why);
    else setNotice(why);
  }

  if (company) return <DoneStep company={company} firstName={form.getValues('firstName').trim()} />;
  if (creating) return <SettingUp />;
  if (filled && atPlan)
    return (
      <PlanStep
        account={form.getValues()}
        plan={plan}
        onPlan={setPlan}
        notice={notice}
        me={me}
        onBack={() => toAccount(null)}
        onCreate={() => void create()}
      />
    );
  return <AccountStep form={form} me={me} notice={notice} onNotice={setNotice} onNext={toPlan} />;
}
