import { Link } from '@tanstack/react-router';
import { CircleCheck, FileUp, MapPin, Tags, UserPlus, Users } from 'lucide-react';
import type { FirstSteps as Steps } from '../../shared/dashboard.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { useImportFirst } from '../import/ImportButton.tsx';
import { Button } from '../ui/Button.tsx';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';

type Step = {
  key: keyof Steps;
  Picture: Icon;
  title: string;
  hint: string;
  to: '/locations' | '/import' | '/key-bunches' | '/labels' | '/people' | '/users';
};

const STEPS: readonly Step[] = [
  {
    key: 'locations',
    Picture: MapPin,
    title: 'Add locations',
    hint: 'Where your keys are kept.',
    to: '/locations',
  },
  {
    key: 'sets',
    Picture: FileUp,
    title: 'Import key sets',
    hint: 'From the list you have now.',
    to: '/import',
  },
  { key: 'labels', Picture: Tags, title: 'Print labels', hint: 'One scan finds the set.', to: '/labels' },
  { key: 'people', Picture: UserPlus, title: 'Add people', hint: 'Who may take keys.', to: '/people' },
  { key: 'team', Picture: Users, title: 'Invite your team', hint: 'Who works with Keyhold.', to: '/users' },
];
/** Where a spreadsheet can't be imported: on a phone. */
const BY_HAND = {
  title: 'Add key sets',
  hint: 'A list is imported on a computer.',
  to: '/key-bunches',
} as const;

/** What a new company does first, until all is done or an administrator dismisses it. */
export function SetupChecklist() {
  const { data: done, isError } = useRead('getFirstSteps');
  const dismiss = useAction('dismissFirstSteps');
  const imports = useImportFirst();
  const finished = done && STEPS.filter(({ key }) => done[key]).length;
  if (isError || finished === STEPS.length) return null;
  return (
    <Panel aria-label="First steps" aria-busy={!done}>
      <PanelHead
        title="First steps"
        count={done && `${finished} of ${STEPS.length} done`}
        right={
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2"
            pending={dismiss.pending}
            onClick={() => void dismiss.run({ body: {} })}
          >
            Dismiss
          </Button>
        }
      />
      <ol className="grid divide-y lg:grid-cols-5 lg:divide-x lg:divide-y-0">
        {STEPS.map((step) => (
          <li key={step.key}>
            <StepLink {...step} {...(step.key === 'sets' && !imports && BY_HAND)} done={done?.[step.key]} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** `done` undefined while it is read. */
function StepLink({ Picture, title, hint, to, done }: Step & { done: boolean | undefined }) {
  const Shown = done ? CircleCheck : Picture;
  return (
    <Link
      to={to}
      className="flex size-full items-start gap-2.5 px-4 py-3 transition-colors hover:bg-soft/50 focus-visible:-outline-offset-2"
    >
      <Shown
        className={cx(
          'mt-0.5 size-[18px] shrink-0',
          done ? 'text-emerald-600 dark:text-emerald-400' : 'text-muted',
        )}
      />
      <span className="min-w-0">
        <span className={cx('block text-body font-medium', done && 'text-muted')}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </span>
        <span className="block text-hint text-muted">{hint}</span>
      </span>
    </Link>
  );
}
