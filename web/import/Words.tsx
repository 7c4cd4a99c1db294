import { CircleDot, KeyRound, MapPin, Undo2 } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { count } from '../../shared/count.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import {
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  type ImportKind,
  isField,
  isOtherClient,
} from '../../shared/import-words.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { LOCATION_STATUS_LABELS } from '../../shared/location-words.ts';
import { settingNameOf } from '../../shared/setting-words.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { type Choices, EMPTY, isOpen, NEW_ENTRY } from './choices.ts';
import { replacedIn } from './corrections.ts';
import { Group } from './Group.tsx';
import type { ImportWork } from './use-import.ts';

const GROUPS = [
  { of: 'locations', icon: MapPin },
  { of: 'types', icon: KeyRound },
  { of: 'statuses', icon: CircleDot },
] as const;

/** Words of the file that name no location, type or status, with a choice for each, or one for all of a kind. */
export function UnknownWords({ work }: { work: ImportWork }) {
  const { unknown, choices } = work.state;
  const { options } = work.known;
  const choose = (of: keyof Choices, choice: string, words: readonly { word: string }[]) => {
    const able = words.filter(({ word }) => choice !== NEW_ENTRY || isName(word));
    const made = Object.fromEntries(able.map(({ word }) => [word, choice]));
    void work.recheck({ choices: { ...choices, [of]: { ...choices[of], ...made } } });
  };
  const lines = GROUPS.flatMap(({ of, icon: Picture }) =>
    unknown[of].map(({ word, rows: times }) => ({
      key: `${of} ${word}`,
      lead: <Picture aria-hidden className="size-4" />,
      text: `“${word}” in ${count(times, 'row')}`,
      act: (
        <Select
          aria-label={`What ${word} becomes`}
          className="w-56!"
          value={choices[of][word] ?? ''}
          onValueChange={(choice) => choose(of, choice, [{ word }])}
          options={options[of].filter(({ value }) => value !== NEW_ENTRY || isName(word))}
        />
      ),
    })),
  );
  if (lines.length === 0) return null;
  const several = GROUPS.filter(({ of }) => unknown[of].length > 1);
  return (
    <Group
      title={`${count(lines.length, 'word')} Keyhold does not know`}
      hint="Check what each becomes"
      lines={lines}
      open={isOpen(choices)}
    >
      {several.length > 0 &&
        several.map(({ of }) => (
          <span key={of} className="mr-4 flex items-center gap-2 text-label">
            All {unknown[of].length} {of} become
            <Select
              aria-label={`What all unknown ${of} become`}
              className="w-56!"
              placeholder="Choose for all"
              value={sameOf(choices[of])}
              onValueChange={(choice) => choose(of, choice, unknown[of])}
              options={options[of]}
            />
          </span>
        ))}
    </Group>
  );
}

/** Whether a type or status can have the word as its name. */
const isName = (word: string) => word.length <= NAME_MAX && settingNameOf(word) !== '';

/** The common choice of all values, '' when they differ. */
function sameOf(words: Record<string, string>): string {
  const [first = '', ...others] = Object.values(words);
  return others.every((choice) => choice === first) ? first : '';
}

const YES_NO = ['Yes', 'No'];
/** The words of fields that have a short list of their own, by kind and field. */
const LISTED: Record<string, readonly string[]> = {
  'people kind': Object.values(HOLDER_KIND_LABELS),
  'people active': YES_NO,
  'premises active': YES_NO,
  'locations status': Object.values(LOCATION_STATUS_LABELS),
};

/** A value that several rows are refused for. */
type Value = { field: ImportField; cell: string; error: string; indexes: number[] };

/** Values refused in several rows, and those of a field with a list in one already; most frequent first. */
function valuesOf(kind: ImportKind, checked: CheckedRow[], rows: ImportRow[]): Value[] {
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
    .filter(({ field, indexes }) => indexes.length > 1 || LISTED[`${kind} ${field}`])
    .sort((a, b) => b.indexes.length - a.indexes.length);
}

/** Values to replace or empty in all rows at once. */
export function RefusedValues({ work }: { work: ImportWork }) {
  const { check, rows } = work.state;
  const values = valuesOf(work.kind, check?.rows ?? [], rows);
  if (values.length === 0) return null;
  return (
    <Group
      title="Values refused"
      hint="Correct all of them at once"
      lines={values.map((value) => ({
        key: `${value.field} ${value.cell} ${value.error}`,
        text: (
          <>
            <span className="font-medium">{value.cell ? `“${value.cell}”` : 'Nothing'}</span> in{' '}
            {IMPORT_LABELS[value.field]}, {count(value.indexes.length, 'row')}.{' '}
            <span className="text-bad">{value.error}</span>
          </>
        ),
        act: <Replace work={work} value={value} />,
      }))}
    />
  );
}

/** Values that were replaced, here or at the last import of such a file; the last correction can be taken back. */
export function CorrectedValues({ work }: { work: ImportWork }) {
  const { rows, before } = work.state;
  const replaced = useMemo(() => replacedIn(before[0] ?? [], rows), [before, rows]);
  if (before.length === 0) return null;
  return (
    <Group
      title="Corrected"
      hint="Kept for the next file with these headings"
      lines={replaced.map(({ field, cell, by, rows: times }) => ({
        key: `${field} ${cell}`,
        text: `“${cell}” in ${IMPORT_LABELS[field]} became ${by ? `“${by}”` : 'empty'}`,
        note: count(times, 'row'),
      }))}
    >
      <Button size="sm" icon={Undo2} onClick={work.undoCorrection}>
        Undo last correction
      </Button>
    </Group>
  );
}

function Replace({ work, value: { field, cell, indexes } }: { work: ImportWork; value: Value }) {
  const [text, setText] = useState('');
  const replace = (by: string) => {
    const some = new Set(indexes);
    work.replace(field, by, (_, index) => some.has(index));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) replace(text.trim());
  };
  const mayBeEmpty = cell !== '' && !IMPORT_NEEDED[work.kind].includes(field);
  const listed = LISTED[`${work.kind} ${field}`];
  if (listed)
    return (
      <Select
        aria-label={`What ${cell || 'nothing'} becomes`}
        className="w-56!"
        placeholder="Becomes"
        value=""
        onValueChange={(by) => replace(by === EMPTY ? '' : by)}
        options={[...listed, ...(mayBeEmpty ? [EMPTY] : [])].map((word) => ({ value: word, label: word }))}
      />
    );
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
      {mayBeEmpty && (
        <Button variant="ghost" onClick={() => replace('')}>
          {EMPTY}
        </Button>
      )}
    </form>
  );
}
