import { IMPORT_LABELS, isField } from '../../shared/import-words.ts';
import { STATUS_LABELS } from '../../shared/key-bunch-words.ts';
import { Input } from '../ui/form/Input.tsx';
import type { Columns } from './columns.ts';
import { Group } from './Group.tsx';
import { fill, patternOf, sourcesOf } from './rows.ts';
import { SPLITS, splitCell } from './split.ts';
import type { ImportWork } from './use-import.ts';

const PREVIEW = 3;
const SPLIT_PREVIEW = 10;

/** Columns that a rule makes several fields of: what the first ten different cells become. */
export function SplitColumns({ columns: { columns, data } }: { columns: Columns }) {
  return columns.map(({ at, heading, split }) => {
    if (!split) return null;
    const cells = [...new Set(data.flatMap(({ cells: all }) => all[at] || []))].slice(0, SPLIT_PREVIEW);
    return (
      <Group
        key={at}
        title={`${heading} becomes ${SPLITS[split].fields.map((field) => IMPORT_LABELS[field]).join(' and ')}`}
        hint="What does not fit is asked at the review"
        lines={cells.map((cell) => ({
          key: cell,
          text: cell,
          note: Object.entries(splitCell(split, cell))
            .map(
              ([field, text]) =>
                `${isField(field) ? IMPORT_LABELS[field] : field}: ${STATUS_LABELS[text] ?? text}`,
            )
            .join(', '),
        }))}
      />
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
      .map(({ row, cells }) => ({
        key: row,
        lead: row,
        text: fill(pattern, (heading) => cells[at.get(heading) ?? -1]),
      }))
      .filter(({ text }) => text);
    return (
      <Group
        key={field}
        title={`${IMPORT_LABELS[field]} of ${all.length} columns`}
        hint="Write between them what you like"
        lines={filled.slice(0, PREVIEW)}
      >
        <Input
          aria-label={`Pattern of ${IMPORT_LABELS[field]}`}
          value={pattern}
          onChange={(event) =>
            work.setColumns({ patterns: { ...columns.patterns, [field]: event.target.value } })
          }
        />
      </Group>
    );
  });
}
