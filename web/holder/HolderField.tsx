import { useState } from 'react';
import type { Holder, ListedHolder } from '../../shared/holder.ts';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useAddHolder, useHolders, whoIs } from './use-holders.ts';

type Props = {
  label: string;
  value: string;
  /** `holder` is null for a name that is not in the register. */
  onChange: (name: string, holder: Holder | null) => void;
  onBlur?: () => void;
  ref?: (element: HTMLInputElement | null) => void;
  placeholder?: string;
  /** Information about the chosen person. */
  hint?: string | undefined;
  error?: string | undefined;
  /** Id to leave out: the current holder. */
  except?: number | null;
};

const NEW = 'new';

/** Recipient of keys: a person from the register, found by typing, or added here. */
export function HolderField({ label, value, onChange, hint, error, except = null, ...input }: Props) {
  const { holders, known } = useHolders(value);
  const [added, setAdded] = useState<ListedHolder[]>([]);
  const create = useAddHolder();
  const offered = [...added, ...holders].filter(({ id }) => id !== except);
  const name = value.trim();
  const exact = offered.filter((one) => one.name.toLowerCase() === name.toLowerCase());

  async function add() {
    const made = await create.run(name);
    if (!made) return;
    setAdded((before) => [...before, made]);
    onChange(made.name, made);
  }
  const mayAdd = create.allowed && known && name !== '' && exact.length === 0;
  return (
    <Field label={label} required hint={hint} error={error}>
      <Combobox
        {...input}
        value={value}
        onValueChange={(typed) => {
          const same = offered.filter((one) => one.name.toLowerCase() === typed.trim().toLowerCase());
          onChange(typed, same.length === 1 ? (same[0] ?? null) : null);
        }}
        onPick={({ id }) => {
          if (id === NEW) return void add();
          const picked = offered.find((one) => String(one.id) === id);
          if (picked) onChange(picked.name, picked);
        }}
        suggestions={offered.map((one) => ({
          id: String(one.id),
          label: one.name,
          value: one.name,
          hint: whoIs(one),
          guess: one.meant !== undefined,
        }))}
        last={mayAdd ? { id: NEW, label: `Add "${name}" as a new person`, value: name } : null}
        spellCheck={false}
      />
    </Field>
  );
}
