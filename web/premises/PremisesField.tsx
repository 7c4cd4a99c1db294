import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PremisesRef } from '../../shared/key-bunch.ts';
import { PREMISES_OF_SET_MAX } from '../../shared/limits.ts';
import type { Premises } from '../../shared/premises.ts';
import { useRead } from '../api/read.ts';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';

type Named = Pick<PremisesRef, 'id' | 'name' | 'client'>;
type Props = {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** Those that the set opens already, by name. */
  stored: readonly PremisesRef[];
  error: string | undefined;
};

const SETTLE_MS = 150;
const NONE: Premises[] = [];

/** What a set opens: premises found as one types; the first is the one that lists name. */
export function PremisesField({ value, onChange, stored, error }: Props) {
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [picked, setPicked] = useState<Named[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: found = NONE } = useRead(
    'listPremises',
    { query: { limit: '20', ...(q && { q }) } },
    { keepPrevious: true },
  );
  const named: Named[] = [...stored, ...picked, ...found];
  const nameOf = (id: number) => named.find((one) => one.id === id)?.name ?? 'Premises';
  return (
    <div className="grid gap-2">
      <Field
        label="Premises"
        optional
        hint={value.length > 1 ? 'The first is the one that lists name.' : undefined}
        error={error}
      >
        <Combobox
          value={typed}
          onValueChange={setTyped}
          disabled={value.length >= PREMISES_OF_SET_MAX}
          placeholder="Building, address or client"
          suggestions={found
            .filter(({ id, isActive }) => isActive && !value.includes(id))
            .map(({ id, name, client, address }) => ({
              id: String(id),
              label: name,
              value: name,
              hint: client ?? address ?? undefined,
            }))}
          onPick={({ id }) => {
            const one = found.find((premises) => String(premises.id) === id);
            if (!one) return;
            setPicked((before) => [...before, one]);
            setTyped('');
            onChange([...value, one.id]);
          }}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-label="Premises of this set" className="flex flex-wrap gap-2">
          {value.map((id) => (
            <li
              key={id}
              className="inline-flex min-h-8 items-center gap-1 rounded-lg border bg-soft/60 pl-3 text-label font-medium"
            >
              {nameOf(id)}
              <IconButton
                icon={X}
                label={`Take ${nameOf(id)} off`}
                tooltip={false}
                onClick={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
