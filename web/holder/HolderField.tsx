import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { HOLDER_KIND_LABELS, type Holder } from '../../shared/holder.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { holdingText, useHolders } from './use-holders.ts';

type Props = {
  label: string;
  value: string;
  /** Who of the register that is; null for a name alone. */
  onChange: (name: string, holder: Holder | null) => void;
  onBlur?: () => void;
  ref?: (element: HTMLInputElement | null) => void;
  placeholder?: string;
  /** What is said of whoever was chosen. */
  hint?: string | undefined;
  error?: string | undefined;
  /** Not offered: whoever has the keys already. */
  except?: number | null;
};

const NEW = 'new';

/** Who takes keys: a person of the register, found as one types, or one who is put into it here. */
export function HolderField({ label, value, onChange, hint, error, except = null, ...input }: Props) {
  const may = useMay();
  const { holders, known } = useHolders(value);
  const [added, setAdded] = useState<Holder[]>([]);
  const create = useAction('createHolder');
  const offered = [...added, ...holders].filter(({ id }) => id !== except);
  const name = value.trim();
  const exact = offered.filter((one) => one.name.toLowerCase() === name.toLowerCase());

  async function add() {
    const made = await create.run({ body: { name } });
    if (!made.ok) return;
    setAdded((before) => [...before, made.reply]);
    onChange(made.reply.name, made.reply);
  }
  const mayAdd = may(api.createHolder.needs) && known && name !== '' && exact.length === 0;
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
          hint: [one.organisation ?? HOLDER_KIND_LABELS[one.kind], holdingText(one)].join(', '),
        }))}
        last={mayAdd ? { id: NEW, label: `Add "${name}" as a new person`, value: name } : null}
        spellCheck={false}
      />
    </Field>
  );
}
