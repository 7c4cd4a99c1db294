import { useState } from 'react';
import type { Holder, ListedHolder } from '../../../shared/holder.ts';
import type { Officer } from '../../../shared/key-bunch-query.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../session.tsx';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useAddHolder, useHolders, whoIs } from '../use-holders.ts';

type OfficerFieldProps = {
  value: string;
  /** The matching user, once known; undefined where the form needs none. */
  userId?: number | null | undefined;
  /** Also offers people of the register, and adding a new one. */
  people?: boolean;
  /** The name, the one matching or chosen user, and the chosen person. */
  onChange: (name: string, userId: number | null, holderId: number | null) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
  placeholder: string;
  /** Default "Officer name". */
  label?: string;
  error: string | undefined;
};

const keyOf = ({ userId, name }: Officer): string => (userId ? `user ${userId}` : `name ${name}`);
const keyOfHolder = ({ id }: Holder): string => `holder ${id}`;
const NEW = 'new';
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Who takes or returns keys: any name, with users, people and former holders suggested. */
export function OfficerField({
  value,
  userId,
  people = false,
  onChange,
  onBlur,
  ref,
  placeholder,
  label = 'Officer name',
  error,
}: OfficerFieldProps) {
  const me = useMe();
  const { data: officers = [] } = useRead('listOfficers');
  const found = useHolders(value, people);
  const add = useAddHolder();
  const outsiders = people ? found.holders.filter((one) => one.userId === null) : [];
  const called = (name: string) => officers.filter((officer) => officer.userId && officer.name === name);
  function userOf(name: string): number | null {
    const [one, other] = called(name);
    if (other) return null;
    return one?.userId ?? (name === fullName(me) ? me.id : null);
  }
  const hint = (officer: Officer) =>
    officer.userId === me.id ? 'You' : (officer.email ?? (officer.userId ? 'User' : 'Former holder'));
  const namesakes = userId === undefined ? [] : called(value.trim());
  const chosen = namesakes.find((officer) => officer.userId === userId);
  const offered = officers.filter(
    ({ userId: user, name }) => user || !outsiders.some((one) => same(one.name, name)),
  );
  const known = [...officers, ...outsiders].some(({ name }) => same(name, value));
  const mayAdd = people && add.allowed && found.known && value.trim() !== '' && !known;

  async function pick(id: string, name: string) {
    if (id === NEW) {
      const holder = await add.run(name);
      return onChange(name, null, holder?.id ?? null);
    }
    const holder = outsiders.find((one) => keyOfHolder(one) === id);
    onChange(name, officers.find((one) => keyOf(one) === id)?.userId ?? null, holder?.id ?? null);
  }
  return (
    <Field
      label={label}
      required
      error={error}
      hint={
        namesakes.length > 1
          ? (chosen?.email ?? `${namesakes.length} people are called that. Choose one from the list.`)
          : undefined
      }
    >
      <Combobox
        ref={ref}
        value={value}
        onValueChange={(name) => onChange(name, userOf(name.trim()), null)}
        onPick={({ id, value: name }) => void pick(id, name)}
        onBlur={onBlur}
        suggestions={[
          ...offered.map((officer) => ({
            id: keyOf(officer),
            label: officer.name,
            value: officer.name,
            hint: hint(officer),
          })),
          ...outsiders.map((one) => ({
            id: keyOfHolder(one),
            label: one.name,
            value: one.name,
            hint: whoIs(one),
            guess: one.meant !== undefined,
          })),
        ]}
        last={
          mayAdd ? { id: NEW, label: `Add "${value.trim()}" as a new person`, value: value.trim() } : null
        }
        placeholder={placeholder}
        spellCheck={false}
      />
    </Field>
  );
}

type HolderFieldProps = {
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

/** Recipient of keys: a person from the register, found by typing, or added here. */
export function HolderField({
  label,
  value,
  onChange,
  hint,
  error,
  except = null,
  ...input
}: HolderFieldProps) {
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
