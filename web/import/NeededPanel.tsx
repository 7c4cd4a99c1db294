import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { IMPORT_FIELDS, IMPORT_LABELS, IMPORT_NEEDED, type ImportField } from '../../shared/import-words.ts';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Panel, PanelHead, TermRow } from '../ui/Panel.tsx';
import type { Columns } from './columns.ts';
import { KINDS } from './kinds.ts';
import { orderOf, rowsOf } from './rows.ts';
import type { ImportWork } from './use-import.ts';

/** Fields that every row needs, with their source, and a preview of the first row. */
export function NeededPanel({ work, columns }: { work: ImportWork; columns: Columns }) {
  return (
    <div className="grid items-start gap-4 max-xl:grid-cols-2">
      <Panel>
        <PanelHead title={`Needed for every ${KINDS[work.kind].one}`} />
        <ul className="grid gap-2.5 p-4">
          {IMPORT_NEEDED[work.kind].map((field) => (
            <Needed key={field} work={work} columns={columns} field={field} />
          ))}
        </ul>
      </Panel>
      <FirstRow work={work} columns={columns} />
      <p className="px-1 text-hint text-muted max-xl:col-span-2">
        Once imported, these choices are kept for your company's next file with the same headings.
      </p>
    </div>
  );
}

type Props = { work: ImportWork; columns: Columns };

function Needed({ work, columns, field }: Props & { field: ImportField }) {
  const { fixed } = columns;
  const from = columns.columns.filter((column) => column.field === field);
  const found = from.length > 0 || Boolean(fixed[field]);
  return (
    <li className="grid gap-2">
      <span className="flex items-center gap-2.5 text-label">
        <span
          aria-hidden
          className={
            found
              ? 'grid size-5 place-items-center rounded-full bg-emerald-500/12 text-emerald-600 dark:text-emerald-400'
              : 'grid size-5 place-items-center rounded-full bg-amber-500/12 text-amber-800 dark:text-amber-300'
          }
        >
          {found ? <Check className="size-3 stroke-3!" /> : <Minus className="size-3 stroke-3!" />}
        </span>
        <span className="font-medium">{IMPORT_LABELS[field]}</span>
        <span className="ml-auto truncate text-muted">
          {from[0]
            ? `from ${from.map(({ heading }) => heading).join(', ')}`
            : !fixed[field] && 'not found yet'}
        </span>
      </span>
      {from.length === 0 && <ForAll work={work} columns={columns} field={field} />}
    </li>
  );
}

const NEW = ' new';

/** Sets one location or type for all rows, when the file has no such column. A new location may be named. */
function ForAll({ work, columns, field }: Props & { field: ImportField }) {
  const { known } = work;
  const label = IMPORT_LABELS[field];
  const isPlace = field === 'location';
  const names = isPlace ? known.words.locations : field === 'type' ? known.words.types : [];
  const mayAdd = isPlace && known.newPlace !== '';
  const value = columns.fixed[field] ?? '';
  const [naming, setNaming] = useState(mayAdd && names.length === 0);
  const put = (name: string) => work.setColumns({ fixed: { ...columns.fixed, [field]: name } });
  if (names.length === 0 && !mayAdd) return null;
  return (
    <>
      {names.length > 0 && (
        <Select
          aria-label={`${label} of all rows`}
          value={naming ? NEW : value}
          placeholder="The same for all rows..."
          onValueChange={(name) => {
            setNaming(name === NEW);
            put(name === NEW ? '' : name);
          }}
          options={[
            ...names.map((name) => ({ value: name, label: `All rows: ${name}` })),
            ...(mayAdd ? [{ value: NEW, label: 'All rows: a new location...' }] : []),
          ]}
        />
      )}
      {naming && (
        <Input
          aria-label="New location of all rows"
          placeholder="Name of the new location of all rows"
          value={value}
          onChange={(event) => put(event.target.value)}
        />
      )}
    </>
  );
}

function FirstRow({ work, columns }: Props) {
  // The order of dates is that of the whole file.
  const order = orderOf(work.kind, columns).order ?? undefined;
  const first = { ...columns, data: columns.data.slice(0, 5), answers: { ...columns.answers, order } };
  const [row] = rowsOf(work.kind, first);
  if (!row) return null;
  return (
    <Panel>
      <PanelHead title="The first row becomes" />
      <dl className="grid gap-1.5 p-4 text-label">
        {IMPORT_FIELDS[work.kind].map(
          (field: ImportField) =>
            row[field] && (
              <TermRow key={field} term={IMPORT_LABELS[field]}>
                {row[field]}
              </TermRow>
            ),
        )}
      </dl>
    </Panel>
  );
}
