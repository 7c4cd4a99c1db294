import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Company, CompanyPatch } from '../../shared/company.ts';
import { useAction } from '../api.ts';
import { longDate } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

const Form = z.required(CompanyPatch, { name: true, adminEmail: true });
type Values = z.input<typeof Form>;

const valuesOf = ({ name, adminEmail, settings }: Company): Values => ({
  name,
  adminEmail,
  description: typeof settings.description === 'string' ? settings.description : '',
});

/** Name, description and admin email of the company; only what changed is sent. The URL identifier stays as it was chosen. */
export function CompanyForm({ company }: { company: Company }) {
  const save = useAction('updateCompany');
  const { register, handleSubmit, reset, setError, formState } = useForm<
    Values,
    unknown,
    z.output<typeof Form>
  >({ resolver: zodResolver(Form), defaultValues: valuesOf(company) });
  const { errors, isDirty, dirtyFields } = formState;
  const refused = save.error?.body.errors;

  useEffect(() => {
    if (!isDirty) reset(valuesOf(company));
  }, [company, isDirty, reset]);

  useEffect(() => {
    for (const [field, message] of Object.entries(refused ?? {}))
      setError(field as keyof Values, { message }, { shouldFocus: true });
  }, [refused, setError]);

  const submit = handleSubmit(async (values) => {
    const body = Object.fromEntries(
      Object.entries(values).filter(([field]) => dirtyFields[field as keyof Values]),
    );
    const saved = await save.run({ body });
    if (saved) reset(valuesOf(saved));
  });

  return (
    <Panel>
      <PanelHead title="Company" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="grid gap-4 p-4">
          <Field label="Company name" required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="organization" />
          </Field>
          <Field label="Description" optional error={errors.description?.message}>
            <Textarea {...register('description')} placeholder="What you hold keys for" />
          </Field>
          <Field
            label="Admin email"
            required
            hint="Where questions about this account go. It signs nobody in."
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
          <dl className="grid gap-2 border-t pt-4 text-label">
            <Row term="URL identifier" text={company.slug} />
            <Row term="Since" text={longDate(company.createdAt)} />
          </dl>
        </div>
        <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
          <Button
            type="submit"
            variant="primary"
            pending={save.pending}
            pendingLabel="Saving..."
            className="phone:w-full"
          >
            Save Changes
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const Row = ({ term, text }: { term: string; text: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 text-right font-medium break-words">{text}</dd>
  </div>
);
