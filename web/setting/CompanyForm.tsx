import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Company, CompanyPatch } from '../../shared/company.ts';
import { useAction } from '../api/action.ts';
import { FormPanel } from '../form/FormPanel.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { ZoneField } from '../form/ZoneField.tsx';
import { datedDay } from '../format.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';

const Form = z.required(CompanyPatch, { name: true, adminEmail: true });
type Values = z.input<typeof Form>;

const valuesOf = ({
  name,
  adminEmail,
  settings,
  timezone,
  receiptTerms,
  finderLine,
  finderShowsName,
}: Company): Values => ({
  name,
  adminEmail,
  timezone,
  receiptTerms: receiptTerms ?? '',
  finderLine: finderLine ?? '',
  finderShowsName,
  description: typeof settings.description === 'string' ? settings.description : '',
});

/** Name, description and admin email of the company; the URL identifier stays as it was chosen. */
export function CompanyForm({ company }: { company: Company }) {
  const update = useAction('updateCompany');
  const save = useSaveForm({
    source: company,
    valuesOf,
    schema: Form,
    order: ['name', 'description', 'adminEmail', 'timezone', 'receiptTerms', 'finderLine', 'finderShowsName'],
    focus: null,
    edits: true,
    send: (_, body, { updatedAt }) => update.run({ body, ifMatch: updatedAt }),
    stays: (saved) => saved,
  });
  const { register, formState } = save.form;
  const { errors } = formState;

  return (
    <FormPanel title="Company" save={save} name="the company">
      <Field label="Company name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="organization" />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea {...register('description')} placeholder="What your company does" />
      </Field>
      <Field
        label="Admin email"
        required
        hint="Where questions about this account go, and what finders of keys write. Not used for signing in."
        error={errors.adminEmail?.message}
      >
        <Input
          {...register('adminEmail')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <ZoneField control={save.form.control} error={errors.timezone?.message} />
      <Field
        label="Receipt text"
        optional
        hint="Printed at the bottom of every receipt."
        error={errors.receiptTerms?.message}
      >
        <Textarea {...register('receiptTerms')} placeholder="Terms people accept when they take keys" />
      </Field>
      <FinderFields form={save.form} />
      <dl className="grid gap-2 border-t pt-4 text-label">
        <Row term="URL identifier" text={company.slug} />
        <Row term="Since" text={datedDay(company.createdAt)} />
      </dl>
    </FormPanel>
  );
}

/** What whoever finds keys is told. */
function FinderFields<O>({ form: { register, formState } }: { form: UseFormReturn<Values, unknown, O> }) {
  return (
    <>
      <Field
        label="Finder line"
        optional
        hint="Shown to anyone who finds your keys, on the label and on its web page. Include a phone number they can call."
        error={formState.errors.finderLine?.message}
      >
        <Input {...register('finderLine')} placeholder="Please call 0161 496 0000" autoComplete="off" />
      </Field>
      <Checkbox
        {...register('finderShowsName')}
        label="Show the company’s name"
        hint="Shown on the finder's page. If this is off, the page does not say whose keys they are."
      />
    </>
  );
}

const Row = ({ term, text }: { term: string; text: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 text-right font-medium break-words">{text}</dd>
  </div>
);
