import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Check, KeyRound, MapPin, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { type Company, slugOf } from '../../shared/company.ts';
import { SETUP_REDIRECT_MS } from '../../shared/limits.ts';
import type { PlanType } from '../../shared/plan.ts';
import { ApiError, call } from '../api/call.ts';
import { count } from '../format.ts';
import { useSession } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Spinner } from '../ui/Loading.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Mark } from '../ui/Wordmark.tsx';
import { AccountButton } from './AccountFrame.tsx';
import { AccountStep } from './setup/AccountStep.tsx';
import { type Account, type AccountField, type SetupNotice, useAccountForm } from './setup/account-form.ts';
import { PlanStep } from './setup/PlanStep.tsx';
import { SetupFrame } from './setup/SetupFrame.tsx';

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

/** Full screen while the company is created. */
function SettingUp() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5">
      <Mark size={40} />
      <p role="status" className="flex items-center gap-2.5 text-[0.9375rem] text-muted">
        <Spinner className="size-[18px]" />
        Setting Up...
      </p>
    </main>
  );
}

type Refusal = { message: string; errors: Record<string, string> };
type Outcome = { company: Company; refusal?: never } | { company: null; refusal: Refusal };

/** Creates the company, then checks the session with two reads. The welcome shows the company; leaving the wizard reloads the page. */
async function createCompany(account: Account, planType: PlanType, attach: boolean): Promise<Outcome> {
  const { name, slug, description, timezone, email, firstName, lastName, password } = account;
  const about = {
    name,
    slug: slugOf(slug || name),
    planType,
    settings: { description },
    timezone,
  };
  const person = attach ? { firstName, lastName } : { firstName, lastName, email, password };
  try {
    const made = await call('setUpCompany', { body: { ...about, ...person } });
    const [, company] = await Promise.all([call('getMe'), call('getCompany')]).catch(() => [null, null]);
    return { company: company?.data ?? made.data.company };
  } catch (error) {
    const body = error instanceof ApiError ? error.body : {};
    const message = body.message || ACTION_MESSAGES.setUpCompany.failed;
    return { company: null, refusal: { message, errors: body.errors ?? {} } };
  }
}

const TICK_MS = 100;

const NEXT = [
  { icon: KeyRound, title: 'Add key bunches', text: 'A set ID, a tag number and a location.' },
  { icon: MapPin, title: 'Configure locations', text: 'Your offices and vans.' },
  { icon: UserPlus, title: 'Invite team members', text: 'Give each person a role and locations.' },
];

const openDashboard = () => window.location.assign('/');

/** Step 3: welcome, next steps, and the button to the dashboard, which opens automatically after three seconds. */
function DoneStep({ company, firstName }: { company: Company; firstName: string }) {
  const left = useCountdown();
  return (
    <SetupFrame
      step={2}
      width={520}
      title={`Welcome, ${firstName}`}
      lead={`${company.name} is ready and you are signed in as its administrator.`}
      leave={null}
    >
      <Panel className="rounded-2xl">
        <h2 className="flex items-center gap-3 bg-emerald-500/8 px-5 py-4 text-[0.9375rem] font-semibold text-emerald-800 md:px-6 dark:text-emerald-300">
          <span aria-hidden className="grid size-8 place-items-center rounded-full bg-emerald-700 text-white">
            <Check className="size-[18px] stroke-3!" />
          </span>
          Setup Complete
        </h2>
        <ul>
          {NEXT.map(({ icon, title, text }) => (
            <li key={title} className="flex items-center gap-4 border-t px-5 py-4 md:px-6">
              <ActionSquare icon={icon} size={40} />
              <div>
                <p className="text-[0.9375rem]/5.5 font-medium">{title}</p>
                <p className="text-sm/5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <AccountButton className="mt-5" onClick={openDashboard}>
        Open the dashboard
      </AccountButton>
      <p className="mt-4 text-center text-hint text-muted tabular-nums">
        Taking you there in {count(Math.max(1, Math.ceil(left / 1000)), 'second')}
      </p>
      <div aria-hidden className="mx-auto mt-2.5 h-[3px] w-24 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-muted"
          style={{ width: `${100 - (100 * left) / SETUP_REDIRECT_MS}%` }}
        />
      </div>
    </SetupFrame>
  );
}

/** Milliseconds until the dashboard opens; opens it at zero. */
function useCountdown(): number {
  const [left, setLeft] = useState(SETUP_REDIRECT_MS);
  useEffect(() => {
    const end = performance.now() + SETUP_REDIRECT_MS;
    const ticks = setInterval(() => setLeft(Math.max(0, end - performance.now())), TICK_MS);
    const opening = setTimeout(openDashboard, SETUP_REDIRECT_MS);
    return () => {
      clearInterval(ticks);
      clearTimeout(opening);
    };
  }, []);
  return left;
}
