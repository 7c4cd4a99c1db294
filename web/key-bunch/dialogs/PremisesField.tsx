import { X } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import { api } from '../../../shared/api.ts';
import type { PremisesRef } from '../../../shared/key-bunch.ts';
import { PREMISES_OF_SET_MAX } from '../../../shared/limits.ts';
import type { ListedPremises, Premises } from '../../../shared/premises.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { BunchValues } from '../BunchField.tsx';

type Named = Pick<PremisesRef, 'id' | 'name' | 'client'>;

const NONE: ListedPremises[] = [];
const NEW = 'new';

/** Premises that a set opens, found by typing or added by name; `stored` are the set's so far. Fills `premisesIds`. */
export function PremisesField({ stored }: { stored: readonly PremisesRef[] }) {
  const { field, fieldState } = useController<BunchValues, 'premisesIds'>({ name: 'premisesIds' });
  const value = field.value ?? [];
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Named[]>([]);
  const name = typed.trim();
  const q = useDebounced(name);
  // By name, address, client or reference.
  const { data: found = NONE, isPlaceholderData } = useRead(
    'listPremises',
    { query: { limit: '20', ...(q && { q }) } },
    { keepPrevious: true },
  );
  const create = useAction('createPremises', { messages: { ...ACTION_MESSAGES.createPremises, done: null } });
  const mayAdd = useMay()(api.createPremises.needs);
  const named: Named[] = [...stored, ...picked, ...found];
  const nameOf = (id: number) => named.find((one) => one.id === id)?.name ?? 'Premises';
  const isNew =
    q === name &&
    !isPlaceholderData &&
    name !== '' &&
    found.every((one) => one.name.toLowerCase() !== name.toLowerCase());

  function take(one: Premises) {
    setPicked((before) => [...before, one]);
    setTyped('');
    if (!value.includes(one.id)) field.onChange([...value, one.id]);
  }
  async function add() {
    const outcome = await create.run({ body: { name } });
    if (outcome.ok) take(outcome.reply);
  }
  return (
    <div className="grid gap-2">
      <Field label="Premises" optional hint={hintOf(name, value.length)} error={fieldState.error?.message}>
        <Combobox
          value={typed}
          onValueChange={setTyped}
          disabled={value.length >= PREMISES_OF_SET_MAX}
          placeholder="Building, address or client"
          found
          suggestions={found
            .filter(({ id, isActive }) => isActive && !value.includes(id))
            .map((one) => ({
              id: String(one.id),
              label: one.name,
              value: typed,
              hint: one.client ?? one.address ?? undefined,
              guess: one.meant !== undefined,
            }))}
          last={mayAdd && isNew ? { id: NEW, label: `Add "${name}" as new premises`, value: typed } : null}
          onPick={({ id }) => {
            const one = found.find((premises) => String(premises.id) === id);
            if (one) take(one);
            else if (id === NEW) void add();
          }}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-label="Premises of this set" className="flex flex-wrap gap-2">
          {value.map((id) => (
            <li
              key={id}
              className="inline-flex min-h-8 min-w-0 items-center gap-1 rounded-lg border bg-soft/60 pl-3 text-label font-medium"
            >
              <span className="min-w-0 wrap-anywhere">{nameOf(id)}</span>
              <IconButton
                icon={X}
                label={`Take ${nameOf(id)} off`}
                tooltip={false}
                onClick={() => field.onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Warns that text without a choice is not saved. */
function hintOf(typed: string, chosen: number): string | undefined {
  if (typed) return 'Choose one from the list. Typed text is not saved.';
  return chosen > 1 ? 'Lists show the first one.' : undefined;
}
