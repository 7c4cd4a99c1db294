import { Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import {
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  isField,
  isOtherClient,
} from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

/** A value that several rows are refused for. */
type Value = { field: ImportField; cell: string; error: string; indexes: number[] };

const SHOWN = 6;

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
    <Panel className="mb-4">
      <PanelHead
        title={values.length === 0 ? 'Corrected' : 'The same value refused in several rows'}
        count={values.length > 0 ? 'Correct all of them at once' : undefined}
        right={
          before.length > 0 && (
            <Button size="sm" icon={Undo2} onClick={work.undoCorrection}>
              Undo last correction
            </Button>
          )
        }
      />
      <ul className="divide-y">
        {values.slice(0, SHOWN).map((value) => (
          <RefusedValue key={`${value.field} ${value.cell} ${value.error}`} work={work} value={value} />
        ))}
        {values.length > SHOWN && (
          <li className="px-4 py-2 text-label text-muted">and {values.length - SHOWN} other values</li>
        )}
      </ul>
    </Panel>
  );
}

function RefusedValue({ work, value }: { work: ImportWork; value: Value }) {
  const { field, cell, error, indexes } = value;
  const [text, setText] = useState('');
  const label = IMPORT_LABELS[field];
  const replace = (by: string) => {
    const some = new Set(indexes);
    work.correct(work.state.rows.map((row, index) => (some.has(index) ? { ...row, [field]: by } : row)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) replace(text.trim());
  };
  const said = cell ? `“${cell}”` : 'Nothing';
  return (
    <li>
      <form onSubmit={submit} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-label">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{said}</span> in {label},{' '}
          <span className="text-muted">{rowsText(indexes.length)}.</span>{' '}
          <span className="text-bad">{error}</span>
        </p>
        <Input
          aria-label={`${label} instead of ${cell || 'nothing'}`}
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
    </li>
  );
}
