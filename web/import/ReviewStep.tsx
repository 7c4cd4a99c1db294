import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CheckedRow } from '../../shared/import.ts';
import type { ImportResult } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReviewFoot } from './ImportFoot.tsx';
import { LeftColumns } from './LeftBehind.tsx';
import { Questions } from './Questions.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import type { ImportWork } from './use-import.ts';
import { CorrectedValues, RefusedValues, UnknownWords } from './Words.tsx';

const ORDER: Record<ImportResult, number> = { refused: 0, changed: 1, new: 2, same: 3 };

/** Third step: the result of each row before the import. */
export function ReviewStep({ work }: { work: ImportWork }) {
  const { check, rows, refused } = work.state;
  const [shown, setShown] = useState<ImportResult | 'all'>('all');
  const [reason, setReason] = useState('');
  if (!check) return null;
  const { created, changed, same, refused: left } = check.counts;
  const reasons = reasonsOf(check.rows);
  const only = reasons.has(reason) ? reason : '';
  const checked = check.rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => shown === 'all' || row.result === shown)
    .filter(({ row }) => !only || problemsOf(row).includes(only))
    .sort((a, b) => ORDER[a.row.result] - ORDER[b.row.result] || a.index - b.index);
  return (
    <>
      {refused && <Notice className="mb-4">{refused}</Notice>}
      <div className="mb-4 grid gap-4 empty:hidden">
        <UnknownWords work={work} />
        <Questions work={work} />
        <RefusedValues work={work} />
        <CorrectedValues work={work} />
        <LeftColumns work={work} />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segmented
          label="Which rows"
          value={shown}
          onValueChange={setShown}
          segments={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'new', label: 'New', count: created },
            { value: 'changed', label: 'Changed', count: changed },
            { value: 'same', label: 'Same', count: same },
            { value: 'refused', label: 'Refused', count: left },
          ]}
        />
        {reasons.size > 1 && (
          <Select
            aria-label="Which problem"
            className="w-64!"
            value={only}
            none="Every problem"
            onValueChange={setReason}
            options={[...reasons].map(([value, count]) => ({ value, label: `${value} (${count})` }))}
          />
        )}
        {left > 0 && (
          <>
            <p className="text-hint text-muted">
              Refused first. Correct a cell here and its row is checked again.
            </p>
            <Button
              icon={Download}
              className="ml-auto"
              onClick={() =>
                void import('./saved-files.ts').then(({ saveRefusedRows }) =>
                  saveRefusedRows(work.kind, rows, check.rows),
                )
              }
            >
              Refused rows as CSV
            </Button>
          </>
        )}
      </div>
      <ReviewTable work={work} checked={checked} />
      <ReviewFoot work={work} check={check} />
    </>
  );
}

/** What is wrong with a row, or to be looked at, without the rows and records that a reason names. */
const problemsOf = ({ errors, warnings }: CheckedRow): string[] =>
  [...Object.values(errors), ...Object.values(warnings)].map((text) =>
    text.replace(/(?<=^(Also in row|Used by|Looks like|The client of)).*$/, '...'),
  );

/** Problems with the number of their rows, most frequent first. */
function reasonsOf(rows: CheckedRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of rows.flatMap((row) => [...new Set(problemsOf(row))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
