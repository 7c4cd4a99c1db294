import { ArrowRight, CircleDot, KeyRound, MapPin } from 'lucide-react';
import { Select } from '../../ui/form/Select.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { rowsText } from '../kinds.ts';
import type { ImportWork } from '../use-import.ts';
import { NO_STATUS } from './choices.ts';

/** Words of the file that name no location, type or status, and what each becomes. */
export function UnknownWords({ work }: { work: ImportWork }) {
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

/** What all words become, '' where they differ. */
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
