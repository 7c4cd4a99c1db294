import { type KeyboardEvent, useRef } from 'react';
import { timeTyped } from '../../shared/paper-time.ts';
import { Burst } from '../device/scan/reader.ts';
import type { Field, Line } from './lines.ts';

const MIN = 3;
/** Whether a text is a time does not depend on the year. */
const ANY_DAY = '2000-01-01';

type Props = {
  row: { line: Line };
  onChange: (about: Partial<Line>) => void;
  onNext: () => void;
  onField: (field: Field) => void;
};

/**
 * Codes that a reader types into the fields of a line. The keys belong to the field: only Enter learns that they were a code, and where to go on.
 * True when it did.
 */
export function useFieldScan({ row: { line }, onChange, onNext, onField }: Props) {
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
