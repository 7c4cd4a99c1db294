import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../shared/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { type AccountForm, judge, type SetupNotice } from './account-form.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { SetupFrame } from './SetupFrame.tsx';

export interface AccountStepProps {
  form: AccountForm;
  /** Somebody signed in without a company. */
  me: User | null;
  notice: SetupNotice | null;
  onNotice: (notice: SetupNotice | null) => void;
  onNext: () => void;
}

/** Step 1: who you are and what your company is called. */
export function AccountStep({ form, me, notice, onNotice, onNext }: AccountStepProps) {
  const { getValues, formState } = form;
  const { errors, submitCount } = formState;
  const fields = useRef<HTMLFormElement>(null);

  // Back here from step 2, the title is announced; at first, and with a field to mend, it is not.
  const [quiet] = useState(!formState.isSubmitted || Object.keys(errors).length > 0);

  // After each refusal, and when the server's leads back here: the first field at fault is where to go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is mended meanwhile moves nobody
  useEffect(() => goToFault(fields.current, Object.keys(errors)), [submitCount]);

  const submit = form.handleSubmit(onNext, () => onNotice(judge(getValues(), me === null).notice));

  return (
    <SetupFrame
      step={0}
      width={640}
      title="Account & Company Setup"
      lead="About 5 minutes. You will be the administrator."
      notice={notice}
      leave={me ? 'signOut' : 'signIn'}
      quiet={quiet}
    >
      <form ref={fields} noValidate onSubmit={(event) => void submit(event)}>
        <Panel className="rounded-2xl">
          <PersonFields form={form} me={me} />
          <CompanyFields form={form} />
          <div className="flex items-center justify-between gap-4 border-t bg-soft/40 px-5 py-5 md:px-7">
            <span className="text-sm text-muted phone:hidden">No credit card</span>
            <Button
              type="submit"
              variant="primary"
              size="xl"
              iconEnd={ArrowRight}
              className="text-[15px]! phone:w-full"
            >
              Continue
            </Button>
          </div>
        </Panel>
      </form>
    </SetupFrame>
  );
}

/** Focuses the first of these fields as they stand on the screen; scrolls no further than it takes to see it. */
function goToFault(form: HTMLFormElement | null, names: readonly string[]): void {
  const field = [...(form?.querySelectorAll('input, textarea') ?? [])].find(
    (one) => one instanceof HTMLElement && names.includes(one.getAttribute('name') ?? ''),
  );
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'nearest' });
}
