import { Check, Minus } from 'lucide-react';
import { IMPORT_LABELS, IMPORT_NEEDED, type ImportField } from '../../../shared/import-words.ts';
import { Select } from '../../ui/form/Select.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { KINDS } from '../kinds.ts';
import type { ImportWork } from '../use-import.ts';
import { type Columns, rowsOf } from './columns.ts';

/** What every row must say and where it comes from, and what the first row becomes. */
export function NeededPanel({ work, columns }: { work: ImportWork; columns: Columns }) {
  return (
    <div className="grid gap-4">
      <Panel>
        <PanelHead title={`Needed for every ${KINDS[work.kind].one}`} />
        <ul className="grid gap-2.5 p-4">
          {IMPORT_NEEDED[work.kind].map((field) => (
            <Needed key={field} work={work} columns={columns} field={field} />
          ))}
        </ul>
      </Panel>
      <FirstRow work={work} columns={columns} />
      <p className="px-1 text-hint text-muted">
        Keyhold remembers these choices for the next file with the same headings.
      </p>
    </div>
  );
}

type Props = { work: ImportWork; columns: Columns };

function Needed({ work, columns, field }: Props & { field: ImportField }) {
  const { fixed } = work.state;
  const from = columns.columns.find((column) => column.field === field);
  const found = Boolean(from || fixed[field]);
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
          {from ? `from ${from.heading}` : !fixed[field] && 'not found yet'}
        </span>
      </span>
      {!from && <ForAll work={work} field={field} />}
    </li>
  );
}

/** A file that says nothing of locations or types may be of one. */
function ForAll({ work, field }: { work: ImportWork; field: ImportField }) {
  const { known, state, change } = work;
  const names = field === 'location' ? known.words.locations : field === 'type' ? known.words.types : [];
  if (names.length === 0) return null;
  return (
    <Select
      aria-label={`${IMPORT_LABELS[field]} of all rows`}
      value={state.fixed[field] ?? ''}
      placeholder="The same for all rows..."
      onValueChange={(value) => change({ fixed: { ...state.fixed, [field]: value } })}
      options={names.map((name) => ({ value: name, label: `All rows: ${name}` }))}
    />
  );
}

function FirstRow({ work, columns }: Props) {
  const [row] = rowsOf(
    { head: columns.head, data: columns.data.slice(0, 5) },
    columns.columns,
    work.state.fixed,
  );
  if (!row) return null;
  const title = row.identifier ?? row.name;
  const short = [
    row.currentTag && `Tag ${row.currentTag}`,
    row.keyCount && `${row.keyCount} ${row.keyCount === '1' ? 'key' : 'keys'}`,
    row.organisation,
    row.phone,
  ].filter(Boolean);
  const rest = [row.premises, row.address, row.client, row.keyDescription, row.description, row.notes].filter(
    Boolean,
  );
  return (
    <Panel>
      <PanelHead title="The first row becomes" />
      <div className="grid gap-1 p-4 text-label">
        <p className="font-medium">{title ?? 'Nothing yet'}</p>
        {short.length > 0 && <p className="text-muted">{short.join(' · ')}</p>}
        {(row.type || row.location) && (
          <p className="flex flex-wrap items-center gap-2 py-1">
            {row.type && <Tag>{row.type}</Tag>}
            {row.location}
          </p>
        )}
        {rest.map((text) => (
          <p key={text} className="truncate text-muted">
            {text}
          </p>
        ))}
      </div>
    </Panel>
  );
}
