import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CheckedRow } from '../../shared/import.ts';
import { isOtherClient, isPerhapsSame } from '../../shared/import-words.ts';
import { any } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

type Props = { work: ImportWork };

/** Whether two rows, or a row and a record, are the same: asked once for all rows of a kind, never assumed. */
export function Questions({ work }: Props) {
  return (
    <>
      <OtherClients work={work} />
      <PerhapsSame work={work} />
      <NewPeople work={work} />
    </>
  );
}

const reasonOf = (of: CheckedRow['errors'], is: (text: string | undefined) => boolean) =>
  Object.values(of).find(is);

/** Rows that may be a set of the file again. */
export const perhapsSame = (rows: CheckedRow[]): CheckedRow[] =>
  rows.filter(({ result, warnings }) => result !== 'same' && reasonOf(warnings, isPerhapsSame));

function Question({
  title,
  rows,
  example,
  children,
}: {
  title: string;
  rows: number;
  example: string;
  children: ReactNode;
}) {
  return (
    <Panel className="mb-4">
      <PanelHead title={title} count={rowsText(rows)} />
      <div className="flex flex-wrap items-center gap-4 px-4 py-3 text-label">
        <p className="min-w-0 flex-1 text-muted">{example}</p>
        {children}
      </div>
    </Panel>
  );
}

/** Another client at premises that have one already. */
function OtherClients({ work }: Props) {
  const { check, clients, rows } = work.state;
  const found = (check?.rows ?? []).filter(
    ({ errors, warnings }) => reasonOf(errors, isOtherClient) ?? reasonOf(warnings, isOtherClient),
  );
  const [first] = found;
  if (!first && !clients) return null;
  const example = first
    ? `Row ${first.row}: ${reasonOf({ ...first.warnings, ...first.errors }, isOtherClient)}.`
    : 'Each client has premises of its own at the same address.';
  return (
    <Question title="Another client at the same premises" rows={found.length} example={example}>
      <Segmented
        label="What rows with another client become"
        value={clients ?? 'refuse'}
        onValueChange={(choice) => void work.recheck(rows, { clients: choice === 'refuse' ? null : choice })}
        segments={[
          { value: 'separate', label: 'Separate premises' },
          { value: 'keep', label: 'Client stays as it is' },
          { value: 'refuse', label: 'Leave these rows out' },
        ]}
      />
    </Question>
  );
}

/** A set ID twice at two locations, 017 and 17, or letters that look alike. */
function PerhapsSame({ work }: Props) {
  const { check, rows, areDifferent, change } = { ...work, ...work.state };
  const found = perhapsSame(check?.rows ?? []);
  const [first] = found;
  if (!first) return null;
  const twice = new Set(found.map(({ row }) => row));
  return (
    <Question
      title="Perhaps the same set twice"
      rows={found.length}
      example={`Row ${first.row}: ${reasonOf(first.warnings, isPerhapsSame)}.`}
    >
      <Button
        variant={areDifferent ? 'primary' : 'secondary'}
        aria-pressed={areDifferent}
        onClick={() => change({ areDifferent: true })}
      >
        They are different sets
      </Button>
      <Button onClick={() => work.correct(rows.filter(({ row }) => !twice.has(row ?? 0)))}>
        {`Leave ${found.length === 1 ? 'it' : `these ${found.length}`} out`}
      </Button>
    </Question>
  );
}

const NAMES = 8;

/** Names of holders that are no person of the register: offered as new people, or as a person of a similar name. */
function NewPeople({ work }: Props) {
  const may = useMay();
  const add = useAction('runImport');
  const [kept, setKept] = useState(false);
  const { check, file, rows } = work.state;
  const people = check?.unknown.people ?? [];
  if (people.length === 0 || kept || !file || !may(any('key:issue', 'user:edit'))) return null;
  const some = people.length === 1 ? 'this person' : `these ${people.length} people`;
  const addAll = async () => {
    const body = { kind: 'people' as const, rows: people.map(({ word }) => ({ name: word })) };
    const about = { fileName: `${file.name}: people`.slice(-255), sha256: file.sha256 };
    const { ok } = await add.run({ body: { ...body, ...about } });
    if (ok) await work.recheck(rows);
  };
  return (
    <Panel className="mb-4">
      <PanelHead
        title={`${people.length} ${people.length === 1 ? 'name has' : 'names have'} keys and ${people.length === 1 ? 'is' : 'are'} not in People`}
        count="Their sets are listed under each person once added"
      />
      <ul className="flex flex-wrap gap-x-6 gap-y-1 px-4 pt-3 text-label">
        {people.slice(0, NAMES).map(({ word, rows: times, nearest }) => (
          <li key={word} className="flex items-center gap-2">
            <span className="font-medium">{word}</span>
            <span className="text-muted">{rowsText(times)}</span>
            {nearest && nearest !== word && (
              <Button
                size="sm"
                onClick={() =>
                  work.correct(
                    rows.map((row) => (row.holder?.trim() === word ? { ...row, holder: nearest } : row)),
                  )
                }
              >
                {`Is ${nearest}`}
              </Button>
            )}
          </li>
        ))}
        {people.length > NAMES && <li className="text-muted">and {people.length - NAMES} more</li>}
      </ul>
      <div className="flex gap-2 p-4 pt-3">
        <Button icon={UserPlus} pending={add.pending} onClick={() => void addAll()}>
          {`Add ${some}`}
        </Button>
        <Button variant="ghost" onClick={() => setKept(true)}>
          Keep as names
        </Button>
      </div>
    </Panel>
  );
}
