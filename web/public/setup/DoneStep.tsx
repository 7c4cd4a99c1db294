import { Check, KeyRound, MapPin, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Company } from '../../../shared/company.ts';
import { SETUP_REDIRECT_MS } from '../../../shared/limits.ts';
import { count } from '../../format.ts';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SetupFrame } from './SetupFrame.tsx';

const TICK_MS = 100;

const NEXT = [
  { icon: KeyRound, title: 'Add key bunches', text: 'A set ID, a tag number and a location.' },
  { icon: MapPin, title: 'Configure locations', text: 'Your offices and vans.' },
  { icon: UserPlus, title: 'Invite team members', text: 'Give each person a role and locations.' },
];

const openDashboard = () => window.location.assign('/');

/** Step 3: welcome, next steps, and the button to the dashboard, which opens automatically after three seconds. */
export function DoneStep({ company, firstName }: { company: Company; firstName: string }) {
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
        <h2 className="flex items-center gap-3 bg-emerald-500/8 px-5 py-4 text-[15px] font-semibold text-emerald-800 md:px-6 dark:text-emerald-300">
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
                <p className="text-[15px]/5.5 font-medium">{title}</p>
                <p className="text-sm/5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <Button block variant="primary" size="xl" className="mt-5 text-[15px]!" onClick={openDashboard}>
        Open the dashboard
      </Button>
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
