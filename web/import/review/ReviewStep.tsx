import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CheckedRow } from '../../../shared/import.ts';
import type { ImportField, ImportResult } from '../../../shared/import-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ImportWork } from '../use-import.ts';
import { ReviewFoot } from './ReviewFoot.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { UnknownWords } from './UnknownWords.tsx';

/** Refused rows first, then what changes, what is new, and what stays as it is. */
const ORDER: Record<ImportResult, number> = { refused: 0, changed: 1, new: 2, same: 3 };

/** The third step: what each row would do. */
export function ReviewStep({ work }: { work: ImportWork }) {
  const { check, rows, refused } = work.state;
  const [shown, setShown] = useState<ImportResult | 'all'>('all');
  if (!check) return null;
  const { created, changed, same, refused: left } = check.counts;
  const checked = check.rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => shown === 'all' || row.result === shown)
    .sort((a, b) => ORDER[a.row.result] - ORDER[b.row.result] || a.index - b.index);
  const correct = (index: number, field: ImportField, text: string) =>
    void work.recheck(rows.map((row, at) => (at === index ? { ...row, [field]: text } : row)));
  return (
    <>
      {refused && <Notice className="mb-4">{refused}</Notice>}
      <UnknownWords work={work} />
      <div className="mb-4 flex items-center gap-3">
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
        {left > 0 && (
          <>
            <p className="text-hint text-muted">
              Refused first. Correct a cell here and its row is checked again.
            </p>
            <Button icon={Download} className="ml-auto" onClick={() => void saveRefused(work, check.rows)}>
              Refused rows as CSV
            </Button>
          </>
        )}
      </div>
      <ReviewTable work={work} checked={checked} onCorrect={correct} />
      <ReviewFoot work={work} check={check} />
    </>
  );
}

async function saveRefused(work: ImportWork, checked: CheckedRow[]): Promise<void> {
  const { saveRefusedRows } = await import('./refused-rows.ts');
  saveRefusedRows(work.kind, work.state.rows, checked);
}
