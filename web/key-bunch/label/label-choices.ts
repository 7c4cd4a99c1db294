import { useState } from 'react';
import { store, stored } from '../../api/storage.ts';
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
    const format = formatOf(stored(FORMAT) ?? '');
    const content = { name: true, line: true };
    return {
      kind: 'sets',
      order,
      format,
      count: perSheet(format),
      used: 0,
      shift: storedShift(format.id),
      content,
    };
  });

  function change({ format: id, ...rest }: Change) {
    if (rest.shift) storeShift(state.format.id, rest.shift);
    if (id === undefined) return setState({ ...state, ...rest });
    store(FORMAT, id);
    const format = formatOf(id);
    // A new sheet has all its labels; blank codes are printed by the whole sheet.
    const count = state.count === perSheet(state.format) ? perSheet(format) : state.count;
    setState({ ...state, ...rest, format, count, used: 0, shift: storedShift(id) });
  }
  return { ...state, change };
}

/** Printing offset in millimetres, right and down. */
export type Shift = { right: number; down: number };
export const SHIFT_MAX = 10;
const NONE: Shift = { right: 0, down: 0 };

const STORAGE_KEY = 'keyhold.label-shift.';
const FORMAT = 'keyhold.label-format';

const within = (value: number) => (Math.abs(value) <= SHIFT_MAX ? value : 0);

/** The stored shift of a format; it depends on printer and sheet, so it is kept on the device. */
function storedShift(format: string): Shift {
  const [right = 0, down = 0] = (stored(STORAGE_KEY + format) ?? '')
    .split(' ')
    .map((text) => within(Number(text)));
  return { right: right || NONE.right, down: down || NONE.down };
}
const storeShift = (format: string, { right, down }: Shift): void =>
  store(STORAGE_KEY + format, `${right} ${down}`);
