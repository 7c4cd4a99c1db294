import { useState } from 'react';
import { formatOf, type LabelFormat, perSheet } from './formats.ts';
import { keepFormat, keepShift, keptFormat, keptShift, type Shift } from './kept-shift.ts';
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
