import { slugOf } from '../../../shared/company.ts';
import { ZoneField } from '../../form/ZoneField.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import type { AccountForm } from './account-form.ts';

/** Step 1, "Your company". The URL identifier follows the name until it is edited by hand, and again once it is emptied. */
export function CompanyFields({ form }: { form: AccountForm }) {
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
      <legend className="float-left mb-0 text-[15px] font-semibold tracking-tight">Your company</legend>
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
