import { Check, TriangleAlert } from 'lucide-react';
import type { PaperAnswer } from '../../shared/paper.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { answerText, dayWord, twiceText } from './line-text.ts';
import { countOf, isBlank, type Line, type LineState, type Timed } from './lines.ts';

/** A line with its times, what the register answered, and what becomes of it. */
export type Row = { line: Line; timed: Timed; answer: PaperAnswer | undefined; state: LineState };

export type SaysProps = {
  row: Row;
  onChange: (about: Partial<Line>) => void;
  onReturnBefore: () => void;
  onNew: (name: string) => void;
};
const actionClass = 'font-medium text-link underline-offset-2 hover:underline touch:min-h-11';
const badClass = 'text-red-700 dark:text-red-300';

/** What is to be looked at in a line, or what the register says. */
export function Says({ row, onChange, onReturnBefore, onNew }: SaysProps) {
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

type SameNameProps = { name: string; onPick: (holderId: number) => void };

/** The people of one name, with their organisation and badge. */
function SameName({ name, onPick }: SameNameProps) {
  const { data = [] } = useRead('listHolders', { query: { q: name, limit: '20' } });
  const people = data.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  return (
    <p className="flex flex-wrap gap-x-3">
      {people.map(({ id, organisation, badge, phone }) => (
        <button
          key={id}
          type="button"
          className="text-left font-medium wrap-anywhere text-link underline-offset-2 hover:underline touch:min-h-11"
          onClick={() => onPick(id)}
        >
          {[organisation ?? 'No organisation', badge ? `badge ${badge}` : (phone ?? `person ${id}`)].join(
            ', ',
          )}
        </button>
      ))}
    </p>
  );
}
