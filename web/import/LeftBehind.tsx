import { count } from '../../shared/count.ts';
import { IMPORT_LABELS, type ImportField } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { askedOf, type Columns, columnChoices, staysBehind } from './columns.ts';
import { Group } from './Group.tsx';
import type { Column } from './recognise/layout.ts';
import type { ImportWork } from './use-import.ts';

type Props = { work: ImportWork; columns: Columns };

const titleOf = (left: Column[]) => count(left.length, 'column stays behind', 'columns stay behind');

/** What a set without a number of keys has. */
const ONE_KEY = 'Without a column for Keys, every new set has 1 key.';
const isUncounted = ({ kind }: ImportWork, { columns }: Columns) =>
  kind === 'key_sets' && columns.every(({ field }) => field !== 'keyCount');

/** The button or line of a choice may be gone after it. */
const focusPage = () => document.getElementById('main')?.focus();

/** Leaves columns out by a press, so that nothing asks about them. */
function LeaveOut({ work, left }: { work: ImportWork; left: Column[] }) {
  const leave = () => {
    void work.place(left, '');
    focusPage();
  };
  const which = left.length === 1 ? 'it' : left.length === 2 ? 'both' : `all ${left.length}`;
  return (
    <Button size="sm" onClick={leave}>
      {`Leave ${which} out`}
    </Button>
  );
}

const SHOWN = 5;

/** Before the check: the columns with values that have no field, each with a value. */
export function LeftNotice({ work, columns }: Props) {
  const left = columns.columns.filter(staysBehind);
  if (left.length === 0) return null;
  const said = left.slice(0, SHOWN).map(({ heading, first }) => `${heading} (“${first[0]}”)`);
  const more = left.length > SHOWN ? ` and ${left.length - SHOWN} more` : '';
  return (
    <Notice
      variant="warning"
      className="mb-4"
      title={titleOf(left)}
      action={<LeaveOut work={work} left={left} />}
    >
      {`${said.join(', ')}${more}. Nothing of ${left.length === 1 ? 'it' : 'them'} comes in, unless you say below what ${left.length === 1 ? 'it is' : 'each is'}.`}
      {isUncounted(work, columns) && ` ${ONE_KEY}`}
    </Notice>
  );
}

/** At the review: the same columns, each to be given a field. */
export function LeftColumns({ work }: { work: ImportWork }) {
  const { columns } = work.state;
  const left = columns?.columns.filter(staysBehind) ?? [];
  if (!columns || left.length === 0) return null;
  const give = (column: Column, choice: string) => {
    void work.place([column], choice);
    focusPage();
  };
  return (
    <Group
      title={titleOf(left)}
      hint={isUncounted(work, columns) ? ONE_KEY : `Nothing of ${left.length === 1 ? 'it' : 'them'} comes in`}
      lines={left.map((column) => ({
        key: column.at,
        text: (
          <>
            <span className="font-medium">{column.heading}</span>{' '}
            <span className="text-muted">{column.first.join(' · ')}</span>
          </>
        ),
        act: (
          <>
            <Offers
              column={column}
              fields={askedOf(work.kind, columns.columns, column)}
              onChoose={(field) => give(column, field)}
            />
            <Select
              aria-label={`What ${column.heading} becomes`}
              className="w-56!"
              placeholder="Choose a field"
              value=""
              onValueChange={(choice) => give(column, choice)}
              options={columnChoices(work.kind)}
            />
          </>
        ),
      }))}
    >
      <LeaveOut work={work} left={left} />
    </Group>
  );
}

type OffersProps = { column: Column; fields: ImportField[]; onChoose: (field: ImportField) => void };

/** Fields that a column may be, each with a button. */
export const Offers = ({ column: { heading }, fields, onChoose }: OffersProps) =>
  fields.length > 0 && (
    <span className="flex flex-wrap items-center gap-1.5 py-1 text-hint text-muted">
      Is it
      {fields.map((field) => (
        <Button
          key={field}
          size="sm"
          aria-label={`${heading} is ${IMPORT_LABELS[field]}`}
          onClick={({ currentTarget }) => {
            currentTarget.closest('tr')?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
            onChoose(field);
          }}
        >
          {IMPORT_LABELS[field]}
        </Button>
      ))}
    </span>
  );
