import { CircleDot, KeyRound, MapPin, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import {
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  isField,
  isOtherClient,
} from '../../shared/import-words.ts';
import { NO_SETTINGS } from '../../shared/setting-labels.ts';
import { settingNameOf } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { type Choices, isOpen, NO_STATUS } from './choices.ts';
import { Group } from './Group.tsx';
import { rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

/** The choice that makes a type or status of the word. */
const MAKE = ' make';
type Of = keyof Choices;

/** Words of the file that name no location, type or status, with a choice for each, or one for all of a kind. */
export function UnknownWords({ work }: { work: ImportWork }) {
  const { unknown, choices, rows } = work.state;
  const groups = useGroups(work);
  const make = useMaking(work);
  const choose = (of: Of, words: string[], choice: string) =>
    choice === MAKE
      ? void make(of, words)
      : void work.recheck(rows, {
          choices: withChoices(
            choices,
            of,
            words.map((word) => [word, choice]),
          ),
        });
  const lines = groups.flatMap(({ of, icon: Picture, options }) =>
    unknown[of].map(({ word, rows: times }) => ({
      key: `${of} ${word}`,
      lead: <Picture aria-hidden className="size-4" />,
      text: `“${word}” in ${rowsText(times)}`,
      act: (
        <Select
          aria-label={`What ${word} becomes`}
          className="w-56!"
          value={choices[of][word] ?? ''}
          onValueChange={(choice) => choose(of, [word], choice)}
          options={options}
        />
      ),
    })),
  );
  if (lines.length === 0) return null;
  const several = groups.filter(({ of }) => unknown[of].length > 1);
  return (
    <Group
      title={`${lines.length} ${lines.length === 1 ? 'word' : 'words'} Keyhold does not know`}
      hint="Check what each becomes"
      lines={lines}
      open={isOpen(choices)}
    >
      {several.map(({ of, options }) => (
        <span key={of} className="mr-4 flex items-center gap-2 text-label">
          All {unknown[of].length} {of} become
          <Select
            aria-label={`What all unknown ${of} become`}
            className="w-56!"
            placeholder="Choose for all"
            value={sameOf(choices[of])}
            onValueChange={(choice) =>
              choose(
                of,
                unknown[of].map(({ word }) => word),
                choice,
              )
            }
            options={options}
          />
        </span>
      ))}
    </Group>
  );
}

function useGroups({ known }: ImportWork) {
  const may = useMay();
  const making = (noun: string) =>
    may('system:admin') ? [{ value: MAKE, label: `New ${noun} of this word` }] : [];
  const places = [
    ...known.locations.map(({ id, name }) => ({ value: `id:${id}`, label: name })),
    ...known.newPlaces.map(({ value, label }) => ({
      value: `new:${value}`,
      label: `New location, ${label.toLowerCase()}`,
    })),
  ];
  const none = { value: NO_STATUS, label: 'Leave empty' };
  return [
    { of: 'locations', icon: MapPin, options: places },
    { of: 'types', icon: KeyRound, options: [...known.types, ...making('type')] },
    { of: 'statuses', icon: CircleDot, options: [...known.statuses, none, ...making('status')] },
  ] as const;
}

/** Makes settings of words, then chooses them. */
function useMaking(work: ImportWork) {
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const create = useAction('createSetting', { messages: { done: null, failed: 'Failed to add setting' } });
  return async (of: Of, words: string[]) => {
    const category =
      of === 'statuses' ? 'statuses' : work.kind === 'locations' ? 'locationTypes' : 'keyTypes';
    const made: [string, string][] = [];
    // The first own type would replace the built-in ones, which rows of the file have.
    const builtIn =
      of === 'types' && !settings[category].some(({ isActive }) => isActive) ? work.known.types : [];
    for (const { value, label } of builtIn)
      await create.run({ params: { category }, body: { name: value, displayName: label } });
    for (const word of words) {
      const { ok } = await create.run({ params: { category }, body: { name: word, displayName: word } });
      if (ok) made.push([word, settingNameOf(word)]);
    }
    const { choices, rows } = work.state;
    await work.recheck(rows, { choices: withChoices(choices, of, made) });
  };
}

const withChoices = (choices: Choices, of: Of, made: [string, string][]): Choices => ({
  ...choices,
  [of]: { ...choices[of], ...Object.fromEntries(made) },
});

/** The common choice of all values, '' when they differ. */
function sameOf(words: Record<string, string>): string {
  const [first = '', ...others] = Object.values(words);
  return others.every((choice) => choice === first) ? first : '';
}

/** A value that several rows are refused for. */
type Value = { field: ImportField; cell: string; error: string; indexes: number[] };

/** Values refused in several rows, most frequent first. */
function valuesOf(checked: CheckedRow[], rows: ImportRow[]): Value[] {
  const found = new Map<string, Value>();
  for (const [index, { errors }] of checked.entries())
    for (const [field, error] of Object.entries(errors)) {
      if (!isField(field) || isOtherClient(error)) continue;
      const cell = rows[index]?.[field]?.trim() ?? '';
      const key = [field, cell.toLowerCase(), error].join('\n');
      const value = found.get(key) ?? { field, cell, error, indexes: [] };
      value.indexes.push(index);
      found.set(key, value);
    }
  return [...found.values()]
    .filter(({ indexes }) => indexes.length > 1)
    .sort((a, b) => b.indexes.length - a.indexes.length);
}

/** Values to replace or empty in all rows at once; each correction can be taken back. */
export function RefusedValues({ work }: { work: ImportWork }) {
  const { check, rows, before } = work.state;
  const values = valuesOf(check?.rows ?? [], rows);
  if (values.length === 0 && before.length === 0) return null;
  return (
    <Group
      title={values.length === 0 ? 'Corrected' : 'The same value refused in several rows'}
      hint={values.length > 0 ? 'Correct all of them at once' : undefined}
      lines={values.map((value) => ({
        key: `${value.field} ${value.cell} ${value.error}`,
        text: (
          <>
            <span className="font-medium">{value.cell ? `“${value.cell}”` : 'Nothing'}</span> in{' '}
            {IMPORT_LABELS[value.field]}, {rowsText(value.indexes.length)}.{' '}
            <span className="text-bad">{value.error}</span>
          </>
        ),
        act: <Replace work={work} value={value} />,
      }))}
    >
      {before.length > 0 && (
        <Button size="sm" icon={Undo2} onClick={work.undoCorrection}>
          Undo last correction
        </Button>
      )}
    </Group>
  );
}

function Replace({ work, value: { field, cell, indexes } }: { work: ImportWork; value: Value }) {
  const [text, setText] = useState('');
  const replace = (by: string) => {
    const some = new Set(indexes);
    work.correct(work.state.rows.map((row, index) => (some.has(index) ? { ...row, [field]: by } : row)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) replace(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap gap-2">
      <Input
        aria-label={`${IMPORT_LABELS[field]} instead of ${cell || 'nothing'}`}
        placeholder="Becomes"
        className="w-40!"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Replace in all</Button>
      {cell && !IMPORT_NEEDED[work.kind].includes(field) && (
        <Button variant="ghost" onClick={() => replace('')}>
          Leave empty
        </Button>
      )}
    </form>
  );
}
