import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Premises, PremisesForm } from '../../shared/premises.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { count } from '../format.ts';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { Switch } from '../ui/form/Switch.tsx';

const Form = z.extend(PremisesForm, { isActive: z.boolean() });
type Values = z.input<typeof Form>;
const FIELDS = ['name', 'address', 'postcode', 'client', 'reference', 'notes', 'isActive'] as const;
const BLANK: Values = {
  name: '',
  address: '',
  postcode: '',
  client: '',
  reference: '',
  notes: '',
  isActive: true,
};

const valuesOf = (one: Premises): Values => ({
  name: one.name,
  address: one.address ?? '',
  postcode: one.postcode ?? '',
  client: one.client ?? '',
  reference: one.reference ?? '',
  notes: one.notes ?? '',
  isActive: one.isActive,
});

type Props = {
  open: boolean;
  /** The premises to edit; null to add some. */
  premises: Premises | null;
  onClose: () => void;
  onClosed: () => void;
};

export const PremisesDialog = ({ premises, ...rest }: Props) =>
  premises ? <EditPremises {...rest} premises={premises} /> : <AddPremises {...rest} />;

/** Add premises. "Add another" keeps the client. */
function AddPremises({ open, onClose, onClosed }: Omit<Props, 'premises'>) {
  const create = useAction('createPremises');
  const save = useSaveForm({
    source: BLANK,
    valuesOf: (blank) => blank,
    schema: Form,
    order: FIELDS,
    send: ({ isActive: _, ...body }) => create.run({ body }),
    onSaved: onClose,
    open,
    another: { keep: ['client'], nameOf: ({ name }: Premises) => name },
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={520}
      title="Add premises"
      submitLabel="Add premises"
    >
      <PremisesFields form={save.form} />
    </FormDialog>
  );
}

function EditPremises({ open, onClose, onClosed, premises }: Props & { premises: Premises }) {
  const update = useAction('updatePremises');
  const { data } = useRead('getPremises', { params: { id: premises.id } });
  const save = useSaveForm({
    source: data ?? premises,
    valuesOf,
    schema: Form,
    order: FIELDS,
    edits: true,
    send: (_, body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    onSaved: onClose,
    open,
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={520}
      title="Edit premises"
      description={premises.name}
      submitLabel="Save changes"
    >
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={save.base?.name ?? premises.name} />
        <PremisesFields form={save.form} stored />
      </div>
    </FormDialog>
  );
}

function PremisesFields<O>({
  form,
  stored = false,
}: {
  form: UseFormReturn<Values, unknown, O>;
  stored?: boolean;
}) {
  const { register, control } = form;
  const { errors } = form.formState;
  const client = useWatch({ control, name: 'client' });
  const { data: clients = [] } = useRead(
    'listClients',
    { query: client ? { q: client } : {} },
    { keepPrevious: true },
  );
  return (
    <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">
      <Field label="Name" required className="col-span-2" error={errors.name?.message}>
        <Input {...register('name')} autoComplete="off" placeholder="Building or unit" />
      </Field>
      <Field label="Address" optional className="col-span-2" error={errors.address?.message}>
        <Input {...register('address')} autoComplete="off" />
      </Field>
      <Field label="Postcode" optional error={errors.postcode?.message}>
        <Input {...register('postcode')} autoComplete="off" />
      </Field>
      <Field label="Reference" optional error={errors.reference?.message}>
        <Input {...register('reference')} autoComplete="off" placeholder="Contract or job number" />
      </Field>
      <Controller
        control={control}
        name="client"
        render={({ field }) => (
          <Field label="Client" optional className="col-span-2" error={errors.client?.message}>
            <Combobox
              {...field}
              value={field.value ?? ''}
              onValueChange={field.onChange}
              suggestions={clients.map(({ name, premises }) => ({
                id: name,
                label: name,
                value: name,
                hint: count(premises, 'premises', 'premises'),
              }))}
            />
          </Field>
        )}
      />
      <Field label="Notes" optional className="col-span-2" error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
      {stored && (
        <Switch
          {...register('isActive')}
          label="Active"
          hint="Off: no longer offered where sets are added."
          className="col-span-2 rounded-lg border px-3 py-2.5"
        />
      )}
    </div>
  );
}
