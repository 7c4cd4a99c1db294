import { Check, TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { textIn } from '../../shared/clock-text.ts';
import type { PaperAnswer } from '../../shared/paper.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { KindField, SetField, TextField, WhoField } from './LineFields.tsx';
import { answerText, twiceText } from './line-text.ts';
import { countOf, isBlank, type Line, type LineState, type Timed } from './lines.ts';

/** The columns of a wide screen; the head has the same. */
export const GRID =
  'grid items-center gap-3 xl:grid-cols-[1.75rem_6.5rem_8.25rem_7rem_minmax(10rem,1fr)_7rem_6.5rem_minmax(15rem,18rem)_2rem]';

export type Row = { line: Line; timed: Timed; answer: PaperAnswer | undefined; state: LineState };

type Props = {
  row: Row;
  /** The day, where it is another one than that of the line before. */
  day: string | null;
  location: string;
  onChange: (about: Partial<Line>) => void;
  onRemove: () => void;
  onNext: () => void;
  onReturnBefore: () => void;
  onNew: (name: string) => void;
};

/** A line of the sheet: its fields, and what the register says of it. Enter goes to the next line. */
export function PaperLine({ row, day, location, onChange, onRemove, onNext, onReturnBefore, onNew }: Props) {
  const { line, timed } = row;
  const given = { line, onChange };
  const isIn = line.kind === 'in';
  function press(event: KeyboardEvent<HTMLElement>) {
    const { target } = event;
    const isField = target instanceof HTMLElement && 'field' in target.dataset;
    if (event.key !== 'Enter' || event.defaultPrevented || !isField || event.nativeEvent.isComposing) return;
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
      <span className="text-muted tabular-nums max-xl:col-span-full max-xl:flex max-xl:min-h-8 max-xl:items-center max-xl:gap-1 max-xl:font-medium">
        <span className="hidden max-xl:inline">Line </span>
        {line.n}
        {day && <span className="block text-tiny whitespace-nowrap">{dayWord(day)}</span>}
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

const dayWord = (day: string) =>
  textIn(Date.parse(`${day}T00:00:00Z`), 'UTC', { weekday: 'short', day: 'numeric', month: 'short' });

type SaysProps = Pick<Props, 'row' | 'onChange' | 'onReturnBefore' | 'onNew'>;
const actionClass = 'font-medium text-link underline-offset-2 hover:underline touch:min-h-11';
const badClass = 'text-red-700 dark:text-red-300';

/** What is to be looked at, or what the register says. */
function Says({ row, onChange, onReturnBefore, onNew }: SaysProps) {
  const { line, timed, answer, state } = row;
  const { label } = useLabels();
  if (isBlank(line)) return null;
  if (timed.problem) return <p className={badClass}>{timed.problem}</p>;
  if (timed.moments.length > 1 && line.second === null)
    return (
      <p className="text-amber-800 dark:text-amber-300">
        {timed.clock} came twice. Which one?{' '}
        {timed.moments.map((moment, index) => (
          <button
            key={moment}
            type="button"
            className={cx(actionClass, 'mr-2')}
            onClick={() => onChange({ second: index === 1 })}
          >
            {twiceText(moment, timed.clock)}
          </button>
        ))}
      </p>
    );
  if (countOf(line.counted) === undefined) return <p className={badClass}>Write how many keys, such as 3.</p>;
  if (!answer) return null;
  const { text, check } = answerText(answer, line, label);
  if (state === 'look')
    return (
      <>
        <p className={badClass}>{text}</p>
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
        {text}
      </p>
      {check && (
        <p className="flex gap-2 text-amber-800 dark:text-amber-300">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {check}
        </p>
      )}
    </>
  );
}

type WaysProps = Omit<SaysProps, 'row'> & { answer: PaperAnswer; line: Line };

function WaysOut({ answer: { refused, detail }, line, onChange, onReturnBefore, onNew }: WaysProps) {
  if (refused === 'out')
    return (
      <p className="flex flex-wrap gap-x-1">
        <button type="button" className={actionClass} onClick={onReturnBefore}>
          A return is missing before it
        </button>
        <span aria-hidden>·</span>
        <button type="button" className={actionClass} onClick={() => onChange({ kind: 'handOver' })}>
          Hand over
        </button>
      </p>
    );
  if (refused === 'unknown_person' && line.who.trim())
    return (
      <button type="button" className={actionClass} onClick={() => onNew(detail || line.who.trim())}>
        Add as a new person
      </button>
    );
  return null;
}
