import { ArrowRight, CircleDot, KeyRound, MapPin } from 'lucide-react';
import { settingNameOf } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { type Choices, NO_STATUS } from './choices.ts';
import { rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

/** The choice that makes a type or status of the word. */
const MAKE = ' make';
type Group = keyof Choices;
const NOUNS: Record<Group, string> = { locations: 'locations', types: 'types', statuses: 'statuses' };

/** Values of the file that match no location, type or status, with a choice for each, or one for all of a group. */
export function UnknownWords({ work }: { work: ImportWork }) {
  const { unknown, choices, rows } = work.state;
  const groups = useGroups(work);
  const make = useMaking(work);
  const count = groups.reduce((all, { of }) => all + unknown[of].length, 0);
  if (count === 0) return null;
  const choose = (of: Group, words: string[], choice: string) =>
    choice === MAKE
      ? void make(of, words)
      : void work.recheck(rows, {
          choices: withChoices(
            choices,
            of,
            words.map((word) => [word, choice]),
          ),
        });
  return (
    <Panel className="mb-4">
      <PanelHead
        title={`${count} ${count === 1 ? 'word' : 'words'} Keyhold does not know`}
        count="Check what each becomes"
      />
      {groups.map(({ of, options }) =>
        unknown[of].length < 2 ? null : (
          <div key={of} className="flex items-center gap-2 border-b px-4 py-2">
            <p className="min-w-0 flex-1 text-label">
              All {unknown[of].length} unknown {NOUNS[of]} become
            </p>
            <Select
              aria-label={`What all unknown ${NOUNS[of]} become`}
              className="w-[182px]!"
              placeholder="Choose for all"
              value={sameOf(choices[of])}
              onValueChange={(choice) =>
                choose(
                  of,
                  unknown[of].map(({ word }) => word),
                  choice,
                )
              }
              options={options}
            />
          </div>
        ),
      )}
      <div className="-mr-px -mb-px grid max-h-96 grid-cols-[repeat(auto-fill,minmax(400px,1fr))] overflow-y-auto">
        {groups.flatMap(({ of, icon: Picture, options }) =>
          unknown[of].map(({ word, rows: times }) => (
            <div key={`${of} ${word}`} className="flex items-center gap-2 border-r border-b px-4 py-2">
              <Picture aria-hidden className="size-4 text-muted" />
              <p className="min-w-0 flex-1 truncate text-label">
                <span className="font-medium">“{word}”</span>{' '}
                <span className="text-muted">in {rowsText(times)}</span>
              </p>
              <ArrowRight aria-hidden className="size-4 text-muted" />
              <Select
                aria-label={`What ${word} becomes`}
                className="w-[182px]!"
                value={choices[of][word] ?? ''}
                onValueChange={(choice) => choose(of, [word], choice)}
                options={options}
              />
            </div>
          )),
        )}
      </div>
    </Panel>
  );
}

function useGroups({ known }: ImportWork) {
  const may = useMay();
  const making = (noun: string) =>
    may('system:admin') ? [{ value: MAKE, label: `New ${noun} of this word` }] : [];
  const places = [
    ...known.locations.map(({ id, name }) => ({ value: `id:${id}`, label: name })),
    ...known.newPlaces.map(({ value, label }) => ({
      value: `new:${value}`,
      label: `New location, ${label.toLowerCase()}`,
    })),
  ];
  return [
    { of: 'locations', icon: MapPin, options: places },
    { of: 'types', icon: KeyRound, options: [...known.types, ...making('type')] },
    {
      of: 'statuses',
      icon: CircleDot,
      options: [...known.statuses, { value: NO_STATUS, label: 'Leave empty' }, ...making('status')],
    },
  ] as const;
}

/** Makes settings of words, then chooses them. */
function useMaking(work: ImportWork) {
  const create = useAction('createSetting', { messages: { done: null, failed: 'Failed to add setting' } });
  return async (of: Group, words: string[]) => {
    const category =
      of === 'statuses' ? 'statuses' : work.kind === 'locations' ? 'locationTypes' : 'keyTypes';
    const made: [string, string][] = [];
    for (const word of words) {
      const { ok } = await create.run({ params: { category }, body: { name: word, displayName: word } });
      if (ok) made.push([word, settingNameOf(word)]);
    }
    const { choices, rows } = work.state;
    await work.recheck(rows, { choices: withChoices(choices, of, made) });
  };
}

const withChoices = (choices: Choices, of: Group, made: [string, string][]): Choices => ({
  ...choices,
  [of]: { ...choices[of], ...Object.fromEntries(made) },
});

/** The common choice of all values, '' when they differ. */
function sameOf(words: Record<string, string>): string {
  const [first = '', ...others] = Object.values(words);
  return others.every((choice) => choice === first) ? first : '';
}
