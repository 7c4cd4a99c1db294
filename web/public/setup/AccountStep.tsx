import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { slugOf } from '../../../shared/company.ts';
import type { User } from '../../../shared/user.ts';
import { ZoneField } from '../../form/ZoneField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { EmailInput, Input, Textarea } from '../../ui/form/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { NewPasswordFields } from '../../user/NewPasswordFields.tsx';
import { type AccountForm, judge, type SetupNotice } from './account-form.ts';
import { SetupFrame } from './SetupFrame.tsx';

interface AccountStepProps {
  form: AccountForm;
  /** The signed-in user without a company; null for a visitor. */
  me: User | null;
  notice: SetupNotice | null;
  onNotice: (notice: SetupNotice | null) => void;
  onNext: () => void;
}

/** Step 1: the account and the company. */
export function AccountStep({ form, me, notice, onNotice, onNext }: AccountStepProps) {
  const { getValues, formState } = form;
  const { errors, submitCount } = formState;
  const fields = useRef<HTMLFormElement>(null);

  // Back from step 2 the title is announced; on the first visit, and with a field at fault, it is not.
  const [quiet] = useState(!formState.isSubmitted || Object.keys(errors).length > 0);

  // After each refusal, here or by the server, focus the first field at fault.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a corrected field must not move the focus
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
              className="text-[0.9375rem]! phone:w-full"
            >
              Continue
            </Button>
          </div>
        </Panel>
      </form>
    </SetupFrame>
  );
}

/** Focuses the first of these fields in page order, and scrolls only as far as needed to show it. */
function goToFault(form: HTMLFormElement | null, names: readonly string[]): void {
  const field = [...(form?.querySelectorAll('input, textarea') ?? [])].find(
    (one) => one instanceof HTMLElement && names.includes(one.getAttribute('name') ?? ''),
  );
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'nearest' });
}

/** Step 1, "Your company". The URL identifier follows the name until it is edited, and again once it is emptied. */
function CompanyFields({ form }: { form: AccountForm }) {
  const { register, setValue, getValues, formState } = form;
  const { errors } = formState;

  function derive() {
    if (!getValues('slugByHand')) setSlug(slugOf(getValues('name')));
  }
  function tidy() {
    const own = slugOf(getValues('slug'));
    if (!own) setValue('slugByHand', false);
    setSlug(own || slugOf(getValues('name')));
  }
  function setSlug(slug: string) {
    setValue('slug', slug, { shouldValidate: Boolean(errors.slug) });
  }

  return (
    <fieldset className="grid gap-4 border-t p-5 md:p-7">
      <legend className="float-left mb-0 text-[0.9375rem] font-semibold tracking-tight">Your company</legend>
      <Field label="Company Name" required size="xl" error={errors.name?.message}>
        <Input {...register('name', { onChange: derive })} autoComplete="organization" />
      </Field>
      <Field
        label="URL identifier"
        size="xl"
        error={errors.slug?.message}
        hint="Made from the company name. You can change it."
      >
        <Input
          {...register('slug', { onChange: () => setValue('slugByHand', true), onBlur: tidy })}
          lead="/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <ZoneField control={form.control} size="xl" error={errors.timezone?.message} />
      <Field label="Description" optional size="xl" error={errors.description?.message}>
        <Textarea
          {...register('description')}
          placeholder="Keyholding and alarm response across the North"
          className="min-h-18! text-base leading-6!"
        />
      </Field>
    </fieldset>
  );
}

/** Step 1, "You". A signed-in user keeps their email and needs no password. */
function PersonFields({ form, me }: { form: AccountForm; me: User | null }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <fieldset className="grid gap-4 p-5 sm:grid-cols-2 md:p-7">
      <legend className="float-left mb-0 text-[0.9375rem] font-semibold tracking-tight sm:col-span-2">
        You
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:col-span-2 md:gap-4">
        <Field label="First Name" required size="xl" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last Name" size="xl" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field
        label="Email"
        required
        size="xl"
        className="sm:col-span-2"
        error={errors.email?.message}
        hint={me ? 'You are signed in with this address.' : undefined}
      >
        <EmailInput
          {...register('email')}
          autoComplete="email"
          readOnly={me !== null}
          className={me ? 'bg-soft! text-muted! shadow-none!' : undefined}
        />
      </Field>
      {!me && (
        <div className="flex flex-col gap-4 sm:col-span-2">
          <NewPasswordFields form={form} size="xl" />
        </div>
      )}
    </fieldset>
  );
}
