import { ArrowRight, CircleDot, Download, KeyRound, MapPin } from 'lucide-react';
import { useState } from 'react';
import type { CheckedRow } from '../../shared/import.ts';
import type { ImportField, ImportResult } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { NO_STATUS } from './choices.ts';
import { ReviewFoot } from './ImportFoot.tsx';
import { rowsText } from './kinds.ts';
import { ReviewTable } from './ReviewTable.tsx';
import type { ImportWork } from './use-import.ts';

/** Order of the rows: refused, changed, new, unchanged. */
const ORDER: Record<ImportResult, number> = { refused: 0, changed: 1, new: 2, same: 3 };

/** Third step: the result of each row before the import. */
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
  const { saveRefusedRows } = await import('./saved-files.ts');
  saveRefusedRows(work.kind, work.state.rows, checked);
}

/** Values of the file that match no location, type or status, with a choice for each. */
function UnknownWords({ work }: { work: ImportWork }) {
  const { unknown, choices, rows } = work.state;
  const groups = [
    { of: 'locations', icon: MapPin, options: placesOf(work) },
    { of: 'types', icon: KeyRound, options: work.known.types },
    {
      of: 'statuses',
      icon: CircleDot,
      options: [...work.known.statuses, { value: NO_STATUS, label: 'Leave empty' }],
    },
  ] as const;
  const count = groups.reduce((all, { of }) => all + unknown[of].length, 0);
  if (count === 0) return null;
  return (
    <Panel className="mb-4">
      <PanelHead
        title={`${count} ${count === 1 ? 'word' : 'words'} Keyhold does not know`}
        count="Check what each becomes"
      />
      {unknown.locations.length > 1 && (
        <div className="flex items-center gap-2 border-b px-4 py-2">
          <p className="min-w-0 flex-1 text-label">All {unknown.locations.length} unknown locations become</p>
          <Select
            aria-label="What all unknown locations become"
            className="w-[182px]!"
            placeholder="Choose for all"
            value={sameOf(choices.locations)}
            onValueChange={(choice) =>
              void work.recheck(rows, {
                ...choices,
                locations: Object.fromEntries(unknown.locations.map(({ word }) => [word, choice])),
              })
            }
            options={placesOf(work)}
          />
        </div>
      )}
      <div className="-mr-px -mb-px grid grid-cols-[repeat(auto-fill,minmax(400px,1fr))]">
        {groups.flatMap(({ of, icon, options }) =>
          unknown[of].map(({ word, rows: times }) => (
            <Word
              key={`${of} ${word}`}
              icon={icon}
              word={word}
              rows={times}
              value={choices[of][word] ?? ''}
              options={options}
              onChange={(choice) =>
                void work.recheck(rows, { ...choices, [of]: { ...choices[of], [word]: choice } })
              }
            />
          )),
        )}
      </div>
    </Panel>
  );
}

/** The common choice of all values, '' when they differ. */
function sameOf(words: Record<string, string>): string {
  const [first = '', ...others] = Object.values(words);
  return others.every((choice) => choice === first) ? first : '';
}

const placesOf = ({ known }: ImportWork) => [
  ...known.locations.map(({ id, name }) => ({ value: `id:${id}`, label: name })),
  ...known.newPlaces.map(({ value, label }) => ({
    value: `new:${value}`,
    label: `New location, ${label.toLowerCase()}`,
  })),
];

type WordProps = {
  icon: typeof MapPin;
  word: string;
  rows: number;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Word({ icon: Picture, word, rows, value, options, onChange }: WordProps) {
  return (
    <div className="flex items-center gap-2 border-r border-b px-4 py-2">
      <Picture aria-hidden className="size-4 text-muted" />
      <p className="min-w-0 flex-1 truncate text-label">
        <span className="font-medium">“{word}”</span> <span className="text-muted">in {rowsText(rows)}</span>
      </p>
      <ArrowRight aria-hidden className="size-4 text-muted" />
      <Select
        aria-label={`What ${word} becomes`}
        className="w-[182px]!"
        value={value}
        onValueChange={onChange}
        options={options}
      />
    </div>
  );
}
