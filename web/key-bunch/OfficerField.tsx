import { useController, useFormContext, useWatch } from 'react-hook-form';
import { api } from '../../shared/api.ts';
import type { Holder, ListedHolder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import type { Officer } from '../../shared/key-bunch-query.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useRead } from '../api/read.ts';
import { useMay, useMe } from '../session.tsx';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

type Values = { officerName: string; officerUserId?: number | null; holderId?: number | null };

type Props = {
  label?: string;
  placeholder: string;
  /** Also offers people of the register, and adding one; fills `officerUserId` and `holderId` too. */
  people?: boolean;
};

const keyOf = ({ userId, name }: Officer): string => (userId ? `user ${userId}` : `name ${name}`);
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Who takes or returns keys, in `officerName`: any name, with users, people and former holders suggested. */
export function OfficerField({ label = 'Officer name', placeholder, people = false }: Props) {
  const me = useMe();
  const { setValue } = useFormContext<Values>();
  const { field, fieldState } = useController<Values, 'officerName'>({ name: 'officerName' });
  const value = field.value ?? '';
  const userId = useWatch<Values, 'officerUserId'>({ name: 'officerUserId' });
  const { data: officers = [] } = useRead('listOfficers');
  const found = useHolders(value, people);
  const add = useAddHolder();
  const typed = value.trim();
  const outsiders = people ? found.holders.filter((one) => one.userId === null) : [];
  const called = (name: string) => officers.filter((officer) => officer.userId && officer.name === name);
  const namesakes = people ? called(typed) : [];
  const chosen = namesakes.find((officer) => officer.userId === userId);
  const offered = officers.filter(
    ({ userId: user, name }) => user || !outsiders.some((one) => same(one.name, name)),
  );
  const known = [...officers, ...outsiders].some(({ name }) => same(name, typed));
  const mayAdd = people && add.allowed && found.known && typed !== '' && !known;
  const hint = (officer: Officer) =>
    officer.userId === me.id ? 'You' : (officer.email ?? (officer.userId ? 'User' : 'Former holder'));

  function userOf(name: string): number | null {
    const [one, other] = called(name);
    if (other) return null;
    return one?.userId ?? (name === fullName(me) ? me.id : null);
  }
  function choose(name: string, user: number | null, holder: number | null = null) {
    field.onChange(name);
    if (!people) return;
    setValue('officerUserId', user);
    setValue('holderId', holder);
  }
  async function pick(id: string, name: string) {
    if (id === NEW_PERSON) return choose(name, null, (await add.run(name))?.id);
    const holder = outsiders.find((one) => suggestionOf(one).id === id);
    choose(name, officers.find((one) => keyOf(one) === id)?.userId ?? null, holder?.id);
  }
  return (
    <Field
      label={label}
      required
      error={fieldState.error?.message}
      hint={
        namesakes.length > 1
          ? (chosen?.email ?? `${namesakes.length} people are called that. Choose one from the list.`)
          : undefined
      }
    >
      <Combobox
        ref={field.ref}
        value={value}
        onValueChange={(name) => choose(name, userOf(name.trim()))}
        onPick={({ id, value: name }) => void pick(id, name)}
        onBlur={field.onBlur}
        suggestions={[
          ...offered.map((officer) => ({
            id: keyOf(officer),
            label: officer.name,
            value: officer.name,
            hint: hint(officer),
          })),
          ...outsiders.map(suggestionOf),
        ]}
        last={mayAdd ? newPerson(typed) : null}
        placeholder={placeholder}
        spellCheck={false}
      />
    </Field>
  );
}

const PAGE = '20';
const NO_HOLDERS: ListedHolder[] = [];

/** Active people who match `typed`, debounced. `known` is false until they are loaded for that text. */
export function useHolders(typed: string, enabled = true): { holders: ListedHolder[]; known: boolean } {
  const text = typed.trim();
  const q = useDebounced(text);
  const { data, isPlaceholderData } = useRead(
    'listHolders',
    { query: { active: 'true', limit: PAGE, ...(q && { q }) } },
    { keepPrevious: true, enabled },
  );
  return { holders: data ?? NO_HOLDERS, known: data !== undefined && !isPlaceholderData && q === text };
}

/** Adds a person to the register by name only. */
export function useAddHolder() {
  // Offline a new person waits; a name alone can be typed.
  const offline = useOfflineSince() > 0;
  const allowed = useMay()(api.createHolder.needs) && !offline;
  const create = useAction('createHolder');
  return {
    allowed,
    run: async (name: string): Promise<Holder | null> => {
      const made = await create.run({ body: { name } });
      return made.ok ? made.reply : null;
    },
  };
}

/** A suggested person; the hint "Irwell Facilities, holding 2" distinguishes people of the same name. */
export const suggestionOf = ({ id, name, organisation, kind, out, meant }: ListedHolder) => ({
  id: `holder ${id}`,
  label: name,
  value: name,
  hint: `${organisation ?? HOLDER_KIND_LABELS[kind]}, holding ${out || 'nothing'}`,
  guess: meant !== undefined,
});

export const NEW_PERSON = 'new';

/** The last suggestion: adds an unknown name to the register. */
export const newPerson = (name: string) => ({
  id: NEW_PERSON,
  label: `Add "${name}" as a new person`,
  value: name,
});
