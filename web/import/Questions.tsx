import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { cleanLine } from '../../shared/clean-text.ts';
import { count } from '../../shared/count.ts';
import type { CheckedRow } from '../../shared/import.ts';
import { MAY_IMPORT } from '../../shared/import-rights.ts';
import { isPerhapsSame } from '../../shared/import-words.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { otherClientOf } from './choices.ts';
import { Group, type Line } from './Group.tsx';
import { named } from './split.ts';
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

type Reason = (one: CheckedRow) => string | undefined;

const twinReason: Reason = ({ warnings }) => Object.values(warnings).find(isPerhapsSame);

const linesOf = (rows: CheckedRow[], reason: Reason): Line[] =>
  rows.map((one) => ({ key: one.row, text: `Row ${one.row}: ${reason(one)}.` }));

/** Rows to come in that may be a set of the file again. */
export const perhapsSame = (rows: CheckedRow[]): CheckedRow[] =>
  rows.filter((one) => (one.result === 'new' || one.result === 'changed') && twinReason(one));

/** Another client at premises that have one already. */
function OtherClients({ work }: Props) {
  const { check, clients } = work.state;
  const found = (check?.rows ?? []).filter(otherClientOf);
  if (found.length === 0 && !clients) return null;
  return (
    <Group
      title="Another client at the same premises"
      hint={
        found.length > 0 ? count(found.length, 'row') : 'Each client has its own premises at the same address'
      }
      lines={linesOf(found, otherClientOf)}
    >
      <Segmented
        label="What rows with another client become"
        value={clients ?? 'refuse'}
        onValueChange={(choice) => void work.recheck({ clients: choice === 'refuse' ? null : choice })}
        segments={[
          { value: 'separate', label: 'Separate premises' },
          { value: 'keep', label: 'Client stays as it is' },
          { value: 'refuse', label: 'Leave these rows out' },
        ]}
      />
    </Group>
  );
}

/** A set ID twice at two locations, 017 and 17, or letters that look alike. */
function PerhapsSame({ work }: Props) {
  const { check, rows, areDifferent } = work.state;
  const found = perhapsSame(check?.rows ?? []);
  if (found.length === 0) return null;
  const twice = new Set(found.map(({ row }) => row));
  return (
    <Group
      title="Perhaps the same set twice"
      hint={count(found.length, 'row')}
      lines={linesOf(found, twinReason)}
    >
      <Button
        variant={areDifferent ? 'primary' : 'secondary'}
        aria-pressed={areDifferent}
        onClick={() => work.change({ areDifferent: true })}
      >
        They are different sets
      </Button>
      <Button onClick={() => work.correct(rows.filter(({ row }) => !twice.has(row ?? 0)))}>
        {`Leave ${found.length === 1 ? 'it' : `these ${found.length}`} out`}
      </Button>
    </Group>
  );
}

/** Names of holders that are no person of the register: offered as new people, or as a person of a similar name. */
function NewPeople({ work }: Props) {
  const may = useMay();
  const add = useAction('runImport');
  const [kept, setKept] = useState(false);
  const { check, file, rows } = work.state;
  const people = check?.unknown.people ?? [];
  if (people.length === 0 || kept || !file || !may(MAY_IMPORT.people)) return null;
  const some = people.length === 1 ? 'this person' : `these ${people.length} people`;
  const addAll = async () => {
    const body = { kind: 'people' as const, rows: people.map(({ word }) => named(word)) };
    const about = { fileName: `${file.name}: people`.slice(-255), sha256: file.sha256 };
    const { ok } = await add.run({ body: { ...body, ...about } });
    const holders = new Map(people.map(({ word }) => [word, named(word).name]));
    const nameOf = (holder: string) => holders.get(cleanLine(holder)) ?? holder;
    const renamed = rows.map((row) => (row.holder ? { ...row, holder: nameOf(row.holder) } : row));
    if (ok) await work.recheck({ rows: renamed });
  };
  const isNow = (word: string, name: string) =>
    work.replace('holder', name, ({ holder }) => holder?.trim() === word);
  return (
    <Group
      title={`${count(people.length, 'name has keys and is', 'names have keys and are')} not in People`}
      hint="Their sets are listed under each person once added"
      lines={people.map(({ word, rows: times, nearest }) => ({
        key: word,
        text: Object.values(named(word)).join(' · '),
        note: count(times, 'row'),
        act: nearest && nearest !== word && (
          <Button size="sm" onClick={() => isNow(word, nearest)}>{`Is ${nearest}`}</Button>
        ),
      }))}
    >
      <Button icon={UserPlus} pending={add.pending} onClick={() => void addAll()}>
        {`Add ${some}`}
      </Button>
      <Button variant="ghost" onClick={() => setKept(true)}>
        Keep as names
      </Button>
    </Group>
  );
}
