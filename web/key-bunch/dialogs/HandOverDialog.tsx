import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Holder, ListedHolder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { idField, optionalText } from '../../../shared/text.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { Yes } from '../../approval/SecondPersonBox.tsx';
import { requestOf, SecondPerson, useYes, withYes } from '../../approval/second-person.tsx';
import { type DueChoice, type DueOption, momentToSend, useDueOptions } from '../../custody/due-choices.ts';
import { ReservedNext } from '../../custody/Reserved.tsx';
import { FormField } from '../../form/FormField.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { NEW_PERSON, newPerson, suggestionOf, useAddHolder, useHolders } from '../OfficerField.tsx';
import { CustodyDialog, DueField, setOf, useCustodyAct } from './CustodyDialog.tsx';

const Form = z.object({
  name: z.string(),
  holderId: idField('Choose a person'),
  due: z.custom<DueChoice>(),
  notes: optionalText(),
});
type Values = z.input<typeof Form>;

/** The current due time while in the future, else the type's rule. */
const valuesOf = ({ dueAt }: KeyBunchDetail, to: Holder | undefined): Values => ({
  name: to?.name ?? '',
  holderId: to?.id ?? 0,
  due: dueAt && Date.parse(dueAt) > serverNow() ? { kind: 'at', at: Date.parse(dueAt) } : { kind: 'rule' },
  notes: '',
});

const dueOf = (bunch: KeyBunchDetail | null) => (bunch?.dueAt ? Date.parse(bunch.dueAt) : null);

/** Hand over: passes keys from one holder to another without a return. */
export function HandOverDialog(props: BunchDialogProps) {
  const { recipient, onHandedOver } = props;
  const fresh = useFreshBunch(props.id);
  const [to, setTo] = useState<Holder | null>(recipient ?? null);
  const options = useDueOptions(fresh.latest ? [fresh.latest] : [], { stays: dueOf(fresh.latest) });
  const second = useYes(setOf(fresh.latest));
  const act = useCustodyAct(props, fresh, {
    call: 'handOver',
    needs: 'out',
    schema: Form,
    valuesOf: (bunch) => valuesOf(bunch, recipient),
    order: ['name', 'holderId', 'due', 'notes'],
    body: ({ holderId, due, notes }) =>
      withYes({ holderId, dueAt: momentToSend(due, options, serverNow()), notes }, second.yes, props.id),
    about: ({ identifier, holder }) => `${identifier} to ${holder?.name ?? 'someone'}`,
    undo: true,
    onDone: onHandedOver,
  });
  const { base } = act.save;
  return (
    <CustodyDialog
      act={act}
      title={base ? `Hand over ${base.identifier}` : 'Hand over'}
      description={base && [opensText(base), contentsOf(base)].filter(Boolean).join(' · ')}
      footLeft="The tag stays broken."
      icon={ArrowLeftRight}
      verb={to ? `Hand over to ${to.name}` : 'Hand over'}
      locked={second.why}
      waiting={['strip', 'hint', 'lines', 'line']}
    >
      {({ holder, secondPerson }, now) => (
        <>
          <FromTo from={holder?.name ?? 'No holder'} to={to?.name ?? null} />
          <Recipient except={holder?.id ?? null} to={to} onTo={setTo} />
          {secondPerson && (
            <HandOverYes
              bunch={now}
              to={to}
              options={options}
              isSending={act.save.busy}
              onYes={second.setYes}
            />
          )}
          <ReservedNext bunch={now} to={to} />
          <DueField options={options} />
          <FormField name="notes" label="Notes" placeholder="Where and why, if it matters" />
        </>
      )}
    </CustodyDialog>
  );
}

type YesProps = {
  bunch: KeyBunchDetail;
  to: Holder | null;
  options: readonly DueOption[];
  isSending: boolean;
  onYes: (yes: Yes | null) => void;
};

/** The second person for this recipient and due time. */
function HandOverYes({ bunch, to, options, isSending, onYes }: YesProps) {
  const due = useWatch<Values, 'due'>({ name: 'due' });
  const body = {
    holderId: to?.id ?? 0,
    dueAt: momentToSend(due ?? { kind: 'rule' }, options, serverNow()),
    items: [{ keyBunchId: bunch.id }],
  };
  return (
    <SecondPerson
      what={bunch.identifier}
      about={`${bunch.identifier} to ${to?.name}`}
      verb="Hand over"
      request={to && requestOf([to.id, due], body)}
      missing="Choose who takes it."
      mayGoWithout
      {...{ isSending, onYes }}
    />
  );
}

type RecipientProps = {
  /** Id of the current holder. */
  except: number | null;
  to: Holder | null;
  onTo: (holder: Holder | null) => void;
};

/** Who takes the keys: a person of the register, found by typing, or added here. Fills `name` and `holderId`. */
function Recipient({ except, to, onTo }: RecipientProps) {
  const { setValue, formState } = useFormContext<Values>();
  const { errors, isSubmitted } = formState;
  const { field } = useController<Values, 'name'>({ name: 'name' });
  const value = field.value ?? '';
  const { holders, known } = useHolders(value);
  const [added, setAdded] = useState<ListedHolder[]>([]);
  const create = useAddHolder();
  const offered = [...added, ...holders].filter(({ id }) => id !== except);
  const name = value.trim();
  const called = (typed: string) =>
    offered.filter((one) => one.name.toLowerCase() === typed.trim().toLowerCase());

  function choose(typed: string, holder: Holder | null) {
    field.onChange(typed);
    setValue('holderId', holder?.id ?? 0, { shouldDirty: true, shouldValidate: isSubmitted });
    onTo(holder);
  }
  async function add() {
    const made = await create.run(name);
    if (!made) return;
    setAdded((before) => [...before, made]);
    choose(made.name, made);
  }
  const mayAdd = create.allowed && known && name !== '' && called(name).length === 0;
  return (
    <Field
      label="Who takes them now"
      required
      hint={to ? holdsThen(to) : undefined}
      error={errors.holderId?.message}
    >
      <Combobox
        ref={field.ref}
        value={value}
        onBlur={field.onBlur}
        onValueChange={(typed) => {
          const [one = null, another] = called(typed);
          choose(typed, another ? null : one);
        }}
        onPick={({ id }) => {
          if (id === NEW_PERSON) return void add();
          const picked = offered.find((one) => suggestionOf(one).id === id);
          if (picked) choose(picked.name, picked);
        }}
        suggestions={offered.map(suggestionOf)}
        last={mayAdd ? newPerson(name) : null}
        placeholder="Name, firm or badge"
        spellCheck={false}
      />
    </Field>
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
      <span className="block truncate font-medium">{name ?? 'Not chosen'}</span>
    </p>
  </div>
);
