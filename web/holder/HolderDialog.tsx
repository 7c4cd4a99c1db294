import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Holder, HolderForm } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { companyDay, exactTime } from '../format.ts';
import { Warning } from '../key-bunch/duplicate-warning.tsx';
import { useHolders } from '../key-bunch/use-holders.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { WHOLE } from '../ui/form/NumberInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';

const Form = z.extend(HolderForm, { isActive: z.boolean() });
type Values = z.input<typeof Form>;
const FIELDS = [
  'name',
  'kind',
  'organisation',
  'phone',
  'email',
  'sendReminders',
  'badge',
  'maxSets',
  'validUntil',
  'notes',
  'isActive',
] as const;
const BLANK: Values = {
  name: '',
  kind: 'contractor',
  organisation: '',
  phone: '',
  email: '',
  sendReminders: false,
  badge: '',
  maxSets: null,
  validUntil: '',
  notes: '',
  isActive: true,
};

const valuesOf = (holder: Holder): Values => ({
  name: holder.name,
  kind: holder.kind,
  organisation: holder.organisation ?? '',
  phone: holder.phone ?? '',
  email: holder.email ?? '',
  sendReminders: holder.sendReminders,
  badge: holder.badge ?? '',
  maxSets: holder.maxSets,
  validUntil: holder.validUntil ?? '',
  notes: holder.notes ?? '',
  isActive: holder.isActive,
});

type Props = {
  open: boolean;
  /** The person to edit; null to add one. */
  holder: Holder | null;
  onClose: () => void;
  onClosed: () => void;
};

export const HolderDialog = ({ holder, ...rest }: Props) =>
  holder ? <EditHolder {...rest} holder={holder} /> : <AddHolder {...rest} />;

/** Add person. "Add another" keeps kind and firm. */
function AddHolder({ open, onClose, onClosed }: Omit<Props, 'holder'>) {
  const create = useAction('createHolder');
  const save = useSaveForm({
    source: BLANK,
    valuesOf: (blank) => blank,
    schema: Form,
    order: FIELDS,
    send: ({ isActive: _, ...body }) => create.run({ body }),
    onSaved: onClose,
    open,
    another: { keep: ['kind', 'organisation'], nameOf: ({ name }: Holder) => name },
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={520}
      title="Add person"
      description="Someone who can hold keys but has no account. Users are added automatically."
      submitLabel="Add person"
    >
      <HolderFields form={save.form} />
    </FormDialog>
  );
}

/** Edit person. A user's name, email and kind belong to the account. */
function EditHolder({ open, onClose, onClosed, holder }: Props & { holder: Holder }) {
  const update = useAction('updateHolder');
  const { data } = useRead('getHolder', { params: { id: holder.id } });
  const save = useSaveForm({
    source: data ?? holder,
    valuesOf,
    schema: Form,
    order: FIELDS,
    ...(holder.userId !== null && { focus: 'organisation' as const }),
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
      title="Edit person"
      description={holder.name}
      submitLabel="Save changes"
    >
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={save.base?.name ?? holder.name} />
        <HolderFields form={save.form} holder={holder} />
      </div>
    </FormDialog>
  );
}

type Form<O> = UseFormReturn<Values, unknown, O>;

/** Warning about another person of the same name; saving stays possible. */
function useSameName(name: string, except: number | undefined) {
  const { holders, known } = useHolders(name);
  const same = holders.find(
    (one) => one.id !== except && one.name.toLowerCase() === name.trim().toLowerCase(),
  );
  if (!known || !same || name.trim() === '') return undefined;
  return (
    <Warning>
      {same.name} is on the list already
      {same.organisation ? `, ${same.organisation}` : `, ${HOLDER_KIND_LABELS[same.kind].toLowerCase()}`}.
    </Warning>
  );
}

function HolderFields<O>({ form, holder }: { form: Form<O>; holder?: Holder }) {
  const { register, control } = form;
  const { errors } = form.formState;
  const name = useWatch({ control, name: 'name' });
  const same = useSameName(name ?? '', holder?.id);
  const account = holder !== undefined && holder.userId !== null;
  const theirs = account ? { readOnly: true, className: 'bg-soft/60! text-muted' } : {};
  return (
    <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">
      <Field
        label="Name"
        required
        className="col-span-2"
        hint={account ? 'This person has an account. Change their name and email in User Management.' : same}
        error={errors.name?.message}
      >
        <Input {...register('name')} {...theirs} autoComplete="off" spellCheck={false} />
      </Field>
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Field label="Kind" error={errors.kind?.message}>
            <Select
              {...field}
              value={field.value ?? 'other'}
              onValueChange={field.onChange}
              disabled={account}
              options={HOLDER_KINDS.map((value) => ({ value, label: HOLDER_KIND_LABELS[value] }))}
            />
          </Field>
        )}
      />
      <Field label="Firm" optional error={errors.organisation?.message}>
        <Input {...register('organisation')} autoComplete="off" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="off" />
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        <Input {...register('email')} {...theirs} type="email" autoComplete="off" autoCapitalize="none" />
      </Field>
      <SendReminders form={form} holder={holder} />
      <Field label="Badge" optional error={errors.badge?.message}>
        <Input {...register('badge')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Key set limit" optional error={errors.maxSets?.message}>
        <Input
          {...register('maxSets', {
            setValueAs: (text) => (text === '' || text === null ? null : WHOLE.setValueAs(text)),
          })}
          type="number"
          inputMode="numeric"
          min={1}
          placeholder="No limit"
        />
      </Field>
      <MayTakeUntil form={form} />
      <Field label="Notes" optional className="col-span-2" error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
      {holder && (
        <Switch
          {...register('isActive')}
          label="May take keys"
          hint="Off: nothing more is issued to them. What they have stays theirs to return."
          className="col-span-2 rounded-lg border px-3 py-2.5"
        />
      )}
    </div>
  );
}

/** Last day on which the person may take keys. */
const MayTakeUntil = <O,>({ form }: { form: Form<O> }) => (
  <Field label="May take keys until" optional error={form.formState.errors.validUntil?.message}>
    <Controller
      control={form.control}
      name="validUntil"
      render={({ field }) => (
        <DateInput
          {...field}
          value={field.value ?? ''}
          kind="day"
          today={companyDay(new Date(serverNow()))}
          onWrong={field.onChange}
        />
      )}
    />
  </Field>
);

/** Not shown for staff and users, who get reminders anyway; disabled without an email address. */
function SendReminders<O>({ form, holder }: { form: Form<O>; holder: Holder | undefined }) {
  const [kind, email] = useWatch({ control: form.control, name: ['kind', 'email'] });
  if (kind === 'staff' || (holder && holder.userId !== null)) return null;
  const stopped = holder && !holder.sendReminders ? holder.remindersStoppedAt : null;
  return (
    <Switch
      {...form.register('sendReminders')}
      disabled={!email?.trim()}
      label="Send reminders"
      hint={
        stopped
          ? `They stopped them by the link in an email, ${exactTime(stopped)}.`
          : `An email when a key set they have is overdue.${email?.trim() ? '' : ' Needs an email address.'}`
      }
      className="col-span-2 rounded-lg border px-3 py-2.5"
    />
  );
}
