import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '../../../shared/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { type AccountField, type AccountForm, judge, type SetupNotice } from './account-form.ts';
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
  const { getValues, setFocus, formState } = form;
  const refused = Object.keys(formState.errors)[0] as AccountField | undefined;

  // Back here from step 2, the title is announced; at first, and with a field to mend, it is not.
  const [quiet] = useState(!formState.isSubmitted || refused !== undefined);

  // Back here because the server refused a field: that is where to go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; later the form moves the focus itself
  useEffect(() => {
    if (refused) setFocus(refused);
  }, []);

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
      <form noValidate onSubmit={(event) => void submit(event)}>
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
