import { useState } from 'react';
import { formatOf, type LabelFormat, perSheet } from './formats.ts';
import type { Content } from './use-labels.ts';

type Kind = 'sets' | 'blank';
/** Order of the labels. */
export type LabelOrder = 'id' | 'position';
type State = {
  kind: Kind;
  order: LabelOrder;
  format: LabelFormat;
  count: number;
  used: number;
  shift: Shift;
  content: Content;
};
type Change = Partial<Omit<State, 'format'> & { format: string }>;

export type LabelChoices = ReturnType<typeof useLabelChoices>;

/** The label settings. Format and shifts are stored on the device. */
export function useLabelChoices(order: LabelOrder) {
  const [state, setState] = useState<State>(() => {
    const format = formatOf(keptFormat());
    const content = { name: true, line: true };
    return {
      kind: 'sets',
      order,
      format,
      count: perSheet(format),
      used: 0,
      shift: keptShift(format.id),
      content,
    };
  });

  function change({ format: id, ...rest }: Change) {
    if (rest.shift) keepShift(state.format.id, rest.shift);
    if (id === undefined) return setState({ ...state, ...rest });
    keepFormat(id);
    const format = formatOf(id);
    // A new sheet has all its labels; blank codes are printed by the whole sheet.
    const count = state.count === perSheet(state.format) ? perSheet(format) : state.count;
    setState({ ...state, ...rest, format, count, used: 0, shift: keptShift(id) });
  }
  return { ...state, change };
}

/** Printing offset in millimetres, right and down. */
export type Shift = { right: number; down: number };
export const SHIFT_MAX = 10;
const NONE: Shift = { right: 0, down: 0 };

const PLACE = 'keyhold.label-shift.';
const FORMAT = 'keyhold.label-format';

const read = (place: string): string | null => {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
};
const write = (place: string, text: string): void => {
  try {
    localStorage.setItem(place, text);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
};

const within = (value: number) => (Math.abs(value) <= SHIFT_MAX ? value : 0);

/** The stored shift of a format; it depends on printer and sheet, so it is kept on the device. */
function keptShift(format: string): Shift {
  const [right = 0, down = 0] = (read(PLACE + format) ?? '').split(' ').map((text) => within(Number(text)));
  return { right: right || NONE.right, down: down || NONE.down };
}
const keepShift = (format: string, { right, down }: Shift): void => write(PLACE + format, `${right} ${down}`);

const keptFormat = (): string => read(FORMAT) ?? '';
const keepFormat = (format: string): void => write(FORMAT, format);
