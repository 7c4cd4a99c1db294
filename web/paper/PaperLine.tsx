import { Check, TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { PaperAnswer } from '../../shared/paper.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { KindField, SetField, TextField, WhoField } from './LineFields.tsx';
import { answerText, dayWord, twiceText } from './line-text.ts';
import { countOf, type Field, isBlank, type Line, type LineState, type Timed } from './lines.ts';
import { SameName } from './SameName.tsx';
import { useFieldScan } from './use-field-scan.ts';

/** The columns of a wide screen; the head has the same. */
export const GRID =
  'grid items-center gap-3 xl:grid-cols-[4.75rem_minmax(0,7fr)_minmax(0,8fr)_minmax(0,6.5fr)_minmax(0,10fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,15fr)_2rem]';

export type Row = { line: Line; timed: Timed; answer: PaperAnswer | undefined; state: LineState };

type Props = {
  row: Row;
  location: string;
  onChange: (about: Partial<Line>) => void;
  onRemove: () => void;
  onNext: () => void;
  onField: (field: Field) => void;
  onReturnBefore: () => void;
  onNew: (name: string) => void;
};

/** A line of the sheet: its fields, and what the register says of it. Enter goes to the next line, after a scan to the next field. */
export function PaperLine(props: Props) {
  const { row, location, onChange, onRemove, onNext, onReturnBefore, onNew } = props;
  const { line, timed } = row;
  const scan = useFieldScan(props);
  const given = { line, onChange };
  const isIn = line.kind === 'in';
  function press(event: KeyboardEvent<HTMLElement>) {
    const { target } = event;
    const isField = target instanceof HTMLElement && 'field' in target.dataset;
    if (!isField || scan(event)) return;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onNext();
  }
  return (
    <li
      data-line={line.n}
      aria-label={`Line ${line.n}`}
      onKeyDown={press}
      className={cx(
        GRID,
        'relative border-t px-4 py-2.5 first:border-t-0 xl:min-h-[57px]',
        'max-xl:grid-cols-6 max-xl:gap-y-2 phone:grid-cols-2',
      )}
    >
      <span className="flex items-baseline justify-between gap-1 text-muted tabular-nums max-xl:col-span-full max-xl:min-h-8 max-xl:items-center max-xl:justify-start max-xl:font-medium">
        <span>
          <span className="hidden max-xl:inline">Line </span>
          {line.n}
        </span>
        {timed.day && <span className="text-right text-tiny">{dayWord(timed.day)}</span>}
      </span>
      <Cell label="Time">
        <TextField
          {...given}
          field="time"
          label="Time"
          invalid={timed.problem !== null && line.time !== ''}
        />
      </Cell>
      <Cell label="Set">
        <SetField {...given} location={location} />
      </Cell>
      <Cell label="What">
        <KindField {...given} />
      </Cell>
      <Cell label="Who">
        <WhoField {...given} onNew={onNew} />
      </Cell>
      <Cell label="New tag">
        <TextField {...given} field="tag" label="New tag" disabled={!isIn} />
      </Cell>
      <Cell label="Counted">
        <TextField
          {...given}
          field="counted"
          label="Counted"
          disabled={!isIn}
          invalid={countOf(line.counted) === undefined}
        />
      </Cell>
      <div className="min-w-0 text-hint max-xl:col-span-full" aria-live="polite">
        <Says row={row} onChange={onChange} onReturnBefore={onReturnBefore} onNew={onNew} />
      </div>
      {isBlank(line) ? (
        <span />
      ) : (
        <IconButton
          icon={X}
          label={`Remove line ${line.n}`}
          onClick={onRemove}
          className="max-xl:absolute max-xl:top-1 max-xl:right-2"
        />
      )}
    </li>
  );
}

/** A field; on narrow screens its name is above it, as there is no head. */
const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <span aria-hidden className="mb-1 hidden text-hint text-muted max-xl:block">
      {label}
    </span>
    {children}
  </div>
);

type SaysProps = Pick<Props, 'row' | 'onChange' | 'onReturnBefore' | 'onNew'>;
const actionClass = 'font-medium text-link underline-offset-2 hover:underline touch:min-h-11';
const badClass = 'text-red-700 dark:text-red-300';

/** What is to be looked at, or what the register says. */
function Says({ row, onChange, onReturnBefore, onNew }: SaysProps) {
  const { line, timed, answer, state } = row;
  const { label } = useLabels();
  if (isBlank(line)) return null;
  if (timed.problem) return <p className={badClass}>{timed.problem}</p>;
  if (timed.days.length > 1)
    return (
      <Choice
        question={`${timed.clock} is before the line above. Which day?`}
        choices={timed.days.map((day) => ({ text: dayWord(day), about: { day } }))}
        onChange={onChange}
      />
    );
  if (timed.moments.length > 1 && line.second === null)
    return (
      <Choice
        question={`${timed.clock} came twice. Which one?`}
        choices={timed.moments.map((_, index) => ({
          text: twiceText(index),
          about: { second: index === 1 },
        }))}
        onChange={onChange}
      />
    );
  if (countOf(line.counted) === undefined) return <p className={badClass}>Write how many keys, such as 3.</p>;
  if (!answer) return null;
  const { text, checks } = answerText(answer, line, label);
  if (state === 'look')
    return (
      <>
        <p className={cx(badClass, 'wrap-anywhere')}>{text}</p>
        <WaysOut
          answer={answer}
          line={line}
          onChange={onChange}
          onReturnBefore={onReturnBefore}
          onNew={onNew}
        />
      </>
    );
  return (
    <>
      <p className="flex gap-2 text-muted">
        {state === 'ready' && <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-emerald-600" />}
        <span className="sr-only">{state === 'ready' && 'Ready. '}</span>
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {checks.map((check) => (
        <p key={check} className="flex gap-2 text-amber-800 dark:text-amber-300">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{check}</span>
        </p>
      ))}
    </>
  );
}

type ChoiceProps = {
  question: string;
  choices: { text: string; about: Partial<Line> }[];
  onChange: (about: Partial<Line>) => void;
};

/** A question about a line, with its answers. */
const Choice = ({ question, choices, onChange }: ChoiceProps) => (
  <p className="text-amber-800 dark:text-amber-300">
    {question}{' '}
    {choices.map(({ text, about }) => (
      <button key={text} type="button" className={cx(actionClass, 'mr-2')} onClick={() => onChange(about)}>
        {text}
      </button>
    ))}
  </p>
);

type WaysProps = Omit<SaysProps, 'row'> & { answer: PaperAnswer; line: Line };

function WaysOut({ answer: { refused, detail }, line, onChange, onReturnBefore, onNew }: WaysProps) {
  if (refused === 'out')
    return (
      <p>
        <button type="button" className={actionClass} onClick={onReturnBefore}>
          Add the return that is missing before it
        </button>
        , or{' '}
        <button type="button" className={actionClass} onClick={() => onChange({ kind: 'handOver' })}>
          make it a hand over
        </button>
        .
      </p>
    );
  if (refused === 'several_people')
    return <SameName name={detail ?? ''} onPick={(whoId) => onChange({ whoId })} />;
  if (refused === 'unknown_person' && line.who.trim())
    return (
      <button type="button" className={actionClass} onClick={() => onNew(detail || line.who.trim())}>
        Add as a new person
      </button>
    );
  return null;
}
