import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { timeTyped } from '../../shared/paper-time.ts';
import { Burst } from '../device/scan/reader.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { KindField, SetField, TextField, WhoField } from './LineFields.tsx';
import { Says, type SaysProps } from './LineSays.tsx';
import { dayWord } from './line-text.ts';
import { countOf, type Field, isBlank } from './lines.ts';

/** The columns of a list that is wide enough for its text; the head has the same. */
export const GRID =
  'grid items-center gap-3 @[72rem]:grid-cols-[4.75rem_minmax(0,7fr)_minmax(0,8fr)_minmax(0,6.5fr)_minmax(0,10fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,15fr)_2rem]';

type Props = SaysProps & {
  location: string;
  onRemove: () => void;
  onNext: () => void;
  onField: (field: Field) => void;
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
        'relative border-t px-4 py-2.5 first:border-t-0 @[72rem]:min-h-[57px]',
        '@max-[72rem]:grid-cols-6 @max-[72rem]:gap-y-2 phone:grid-cols-2',
      )}
    >
      <span className="flex items-baseline justify-between gap-1 text-muted tabular-nums @max-[72rem]:col-span-full @max-[72rem]:min-h-8 @max-[72rem]:items-center @max-[72rem]:justify-start @max-[72rem]:font-medium">
        <span>
          <span className="hidden @max-[72rem]:inline">Line </span>
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
      <Cell label="New tag" unused={!isIn}>
        <TextField {...given} field="tag" label="New tag" disabled={!isIn} />
      </Cell>
      <Cell label="Counted" unused={!isIn}>
        <TextField
          {...given}
          field="counted"
          label="Counted"
          disabled={!isIn}
          invalid={countOf(line.counted) === undefined}
        />
      </Cell>
      <div className="min-w-0 text-hint @max-[72rem]:col-span-full" aria-live="polite">
        <Says row={row} onChange={onChange} onReturnBefore={onReturnBefore} onNew={onNew} />
      </div>
      {isBlank(line) ? (
        <span />
      ) : (
        <IconButton
          icon={X}
          label={`Remove line ${line.n}`}
          onClick={onRemove}
          className="@max-[72rem]:absolute @max-[72rem]:top-1 @max-[72rem]:right-2"
        />
      )}
    </li>
  );
}

type CellProps = {
  label: string;
  /** Nothing is written in it: it keeps its place in a row, and is left out where fields are below each other. */
  unused?: boolean;
  children: ReactNode;
};

/** A field; on narrow screens its name is above it, as there is no head. */
const Cell = ({ label, unused = false, children }: CellProps) => (
  <div className={cx('min-w-0', unused && 'phone:hidden')}>
    <span aria-hidden className="mb-1 hidden text-hint text-muted @max-[72rem]:block">
      {label}
    </span>
    {children}
  </div>
);

const MIN = 3;
/** Whether a text is a time does not depend on the year. */
const ANY_DAY = '2000-01-01';

/**
 * Codes that a reader types into the fields of a line. The keys belong to the field: only Enter learns that they were a code, and where to go on.
 * True when it did.
 */
function useFieldScan({ row: { line }, onChange, onNext, onField }: Props) {
  const typing = useRef({ burst: new Burst(), field: '' });
  /** The code that this key ends; null for any other key. */
  function codeOf(event: KeyboardEvent<HTMLElement>, field: string): string | null {
    const { burst } = typing.current;
    const { key, timeStamp, ctrlKey, metaKey } = event.nativeEvent;
    if (key === 'Shift') return null;
    if (typing.current.field !== field) burst.end(timeStamp);
    typing.current.field = field;
    burst.press(timeStamp);
    if (key.length === 1 && !ctrlKey && !metaKey) {
      burst.add(key, timeStamp);
      return null;
    }
    const code = burst.end(timeStamp)?.trim() ?? '';
    return key === 'Enter' && !event.defaultPrevented && code.length >= MIN ? code : null;
  }
  return (event: KeyboardEvent<HTMLElement>): boolean => {
    const field = (event.target as HTMLElement).dataset.field as Field;
    const code = codeOf(event, field);
    if (code === null) return false;
    event.preventDefault();
    const isTime = field === 'time' && 'clock' in timeTyped(line.time, ANY_DAY);
    if (field === 'set') onField('kind');
    else if (field === 'tag') onField('counted');
    else if (field === 'who' && line.kind === 'in' && line.tag.trim() === '') onField('tag');
    else if (field === 'time' && !isTime) {
      // Beside a time, or in its place.
      if (line.set.trim() === '' && line.time.endsWith(code))
        onChange({ time: line.time.slice(0, -code.length).trim(), set: code, setId: null });
    } else onNext();
    return true;
  };
}
