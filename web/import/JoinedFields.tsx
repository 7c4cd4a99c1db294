import { IMPORT_LABELS, isField } from '../../shared/import-words.ts';
import { Input } from '../ui/form/Input.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { type Columns, fill, patternOf, sourcesOf } from './columns.ts';
import { splitCell } from './split.ts';
import type { ImportWork } from './use-import.ts';

const PREVIEW = 3;
const SPLIT_PREVIEW = 10;

/** Columns that a rule makes several fields of: what the first ten different cells become. */
export function SplitColumns({ columns: { columns, data } }: { columns: Columns }) {
  return columns.map(({ at, heading, split }) => {
    if (!split) return null;
    const cells = [...new Set(data.flatMap(({ cells: all }) => all[at] || []))].slice(0, SPLIT_PREVIEW);
    return (
      <Panel key={at}>
        <PanelHead
          title={`${heading} becomes several fields`}
          count="What does not fit is asked at the review"
        />
        <ul className="grid gap-1 p-4 text-label">
          {cells.map((cell) => (
            <li key={cell} className="flex gap-4">
              <span className="w-1/3 truncate">{cell}</span>
              <span className="min-w-0 flex-1 truncate text-muted">
                {Object.entries(splitCell(split, cell))
                  .map(([field, text]) => `${isField(field) ? IMPORT_LABELS[field] : field}: ${text}`)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    );
  });
}

/** Fields of several columns: the pattern that joins them, and what the first rows become. */
export function JoinedFields({ work, columns }: { work: ImportWork; columns: Columns }) {
  const joined = [...sourcesOf(columns.columns)].filter(([, all]) => all.length > 1);
  return joined.map(([field, all]) => {
    const pattern = columns.patterns[field] ?? patternOf(all);
    const at = new Map(all.map((column) => [column.heading, column.at]));
    const filled = columns.data
      .slice(0, 50)
      .map(({ row, cells }) => ({ row, text: fill(pattern, (heading) => cells[at.get(heading) ?? -1]) }))
      .filter(({ text }) => text)
      .slice(0, PREVIEW);
    const id = `joined-${field}`;
    return (
      <Panel key={field}>
        <PanelHead
          title={`${IMPORT_LABELS[field]} of ${all.length} columns`}
          count="Write between them what you like"
        />
        <div className="grid gap-3 p-4">
          <Input
            aria-label={`Pattern of ${IMPORT_LABELS[field]}`}
            aria-describedby={id}
            value={pattern}
            onChange={(event) =>
              work.setColumns({ patterns: { ...columns.patterns, [field]: event.target.value } })
            }
          />
          <ul id={id} className="grid gap-1 text-label text-muted">
            {filled.map(({ row, text }) => (
              <li key={row} className="flex gap-3">
                <span className="w-10 text-right tabular-nums">{row}</span>
                <span className="min-w-0 flex-1 truncate text-fg">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      </Panel>
    );
  });
}
