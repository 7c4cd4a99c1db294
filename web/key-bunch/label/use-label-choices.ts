import { useState } from 'react';
import { formatOf, type LabelFormat, perSheet } from './formats.ts';
import { keepFormat, keepShift, keptFormat, keptShift, type Shift } from './kept-shift.ts';
import type { Content } from './use-labels.ts';

type Kind = 'sets' | 'blank';
/** The order of the labels on the sheets. */
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

/** How labels are to be printed. Format and shifts are kept on the device, as they are the printer's. */
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
    // A sheet that is another one has all its labels; a whole one is what blank codes are wanted for.
    const count = state.count === perSheet(state.format) ? perSheet(format) : state.count;
    setState({ ...state, ...rest, format, count, used: 0, shift: keptShift(id) });
  }
  return { ...state, change };
}
