import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Holder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { idField, optionalText } from '../../../shared/text.ts';
import { useAction } from '../../api/action.ts';
import { serverNow } from '../../api/server-clock.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { type DueChoice, momentToSend, useDueOptions } from '../../custody/due-choices.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import {
  BunchDialog,
  type BunchDialogProps,
  useFreshBunch,
  WaitingField,
  WaitingStrip,
} from '../BunchDialog.tsx';
import { contentsOf } from '../contents.ts';
import { dueRefusals, NotIssued, useOfferUndo } from './CustodyRefused.tsx';
import { HolderField } from './PersonFields.tsx';

const Form = z.object({
  name: z.string(),
  holderId: idField('Choose a person'),
  due: z.custom<DueChoice>(),
  notes: optionalText(),
});
type Values = z.input<typeof Form>;

/** The current due time while in the future, else the type's rule. */
const valuesOf = ({ dueAt }: KeyBunchDetail, to: Holder | null): Values => ({
  name: to?.name ?? '',
  holderId: to?.id ?? 0,
  due: dueAt && Date.parse(dueAt) > serverNow() ? { kind: 'at', at: Date.parse(dueAt) } : { kind: 'rule' },
  notes: '',
});

const dueOf = (bunch: KeyBunchDetail | null) => (bunch?.dueAt ? Date.parse(bunch.dueAt) : null);

const useHandOver = () =>
  useAction('handOver', {
    about: ({ identifier, holder }) => `${identifier} to ${holder?.name ?? 'someone'}`,
    offer: useOfferUndo(),
  });

/** Hand over: passes keys from one holder to another without a return. */
export function HandOverDialog({ id, open, onClose, onClosed, recipient, onHandedOver }: BunchDialogProps) {
  const phone = useMedia(PHONE);
  const fresh = useFreshBunch(id);
  const [to, setTo] = useState<Holder | null>(recipient ?? null);
  const options = useDueOptions(fresh.latest ? [fresh.latest] : [], { stays: dueOf(fresh.latest) });
  const handOver = useHandOver();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: (bunch) => valuesOf(bunch, recipient ?? null),
    schema: Form,
    order: ['name', 'holderId', 'due', 'notes'],
    send: ({ holderId, due, notes }) =>
      handOver.run({
        params: { id },
        body: { holderId, dueAt: momentToSend(due, options, serverNow()), notes },
      }),
    refusals: dueRefusals,
    onSaved: () => {
      onHandedOver?.();
      onClose();
    },
    open,
  });
  const { base, now, busy } = save;
  const refused = Boolean(now && now.status !== 'issued') && !busy;
  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={base ? `Hand over ${base.identifier}` : 'Hand over'}
      description={base && [opensText(base), contentsOf(base)].filter(Boolean).join(' · ')}
      waiting={<Waiting />}
      footLeft="The tag stays broken."
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={ArrowLeftRight}
          pending={busy}
          disabled={!base}
          disabledReason={refused ? 'Keys are not currently issued' : undefined}
          reasonIn="tooltip"
          block={phone}
          className="max-w-full"
        >
          {to ? `Hand over to ${to.name}` : 'Hand over'}
        </Button>
      }
    >
      {(bunch) => (
        <>
          {refused && <NotIssued detail={undefined} />}
          <FromTo from={bunch.holder?.name ?? 'No holder'} to={to?.name ?? null} />
          <Person form={save.form} bunch={bunch} to={to} onTo={setTo} />
          <Controller
            control={save.form.control}
            name="due"
            render={({ field, fieldState }) => (
              <DueChips
                label="Due back"
                options={options}
                value={field.value ?? { kind: 'rule' }}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <Field label="Notes" optional error={save.form.formState.errors.notes?.message}>
            <Input {...save.form.register('notes')} placeholder="Where and why, if it matters" />
          </Field>
        </>
      )}
    </BunchDialog>
  );
}

type PersonProps<O> = {
  form: UseFormReturn<Values, unknown, O>;
  bunch: KeyBunchDetail;
  to: Holder | null;
  onTo: (holder: Holder | null) => void;
};

function Person<O>({ form, bunch, to, onTo }: PersonProps<O>) {
  const name = useWatch({ control: form.control, name: 'name' });
  const { errors, isSubmitted } = form.formState;
  return (
    <Controller
      control={form.control}
      name="name"
      render={({ field: { ref, onBlur, onChange } }) => (
        <HolderField
          label="Who takes them now"
          ref={ref}
          value={name ?? ''}
          onBlur={onBlur}
          onChange={(typed, holder) => {
            onChange(typed);
            form.setValue('holderId', holder?.id ?? 0, { shouldDirty: true, shouldValidate: isSubmitted });
            onTo(holder);
          }}
          except={bunch.holder?.id ?? null}
          placeholder="Name, firm or badge"
          hint={to ? holdsThen(to) : undefined}
          error={errors.holderId?.message}
        />
      )}
    />
  );
}

/** "Staff, holding 8. Will hold 9." */
const holdsThen = ({ kind, organisation, out }: Holder): string =>
  `${organisation ?? HOLDER_KIND_LABELS[kind]}, holding ${out || 'nothing'}. Will hold ${out + 1}.`;

function FromTo({ from, to }: { from: string; to: string | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 rounded-lg border bg-soft/40 px-3.5 py-2.5">
      <Side term="From" name={from} />
      <ArrowRight aria-hidden className="size-4 text-muted" />
      <Side term="To" name={to} />
    </div>
  );
}

const Side = ({ term, name }: { term: string; name: string | null }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    {name ? (
      <Avatar name={name} size={32} />
    ) : (
      <span aria-hidden className="size-8 shrink-0 rounded-full border border-dashed border-control" />
    )}
    <p className="min-w-0">
      <span className="block text-hint text-muted">{term}</span>
      <span className="block truncate font-medium">{name ?? 'Not chosen yet'}</span>
    </p>
  </div>
);

const Waiting = () => (
  <>
    <WaitingStrip />
    <WaitingField hint />
    <WaitingField lines={2} />
    <WaitingField />
  </>
);
