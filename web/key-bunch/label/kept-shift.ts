/** How far a printer is to print beside the mark, in millimetres to the right and down. */
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
    // Without storage the choice holds until the page is left.
  }
};

const within = (value: number) => (Math.abs(value) <= SHIFT_MAX ? value : 0);

/** The shift of a format, which this device keeps: it is the printer's and the sheet's, nobody's else. */
export function keptShift(format: string): Shift {
  const [right = 0, down = 0] = (read(PLACE + format) ?? '').split(' ').map((text) => within(Number(text)));
  return { right: right || NONE.right, down: down || NONE.down };
}
export const keepShift = (format: string, { right, down }: Shift): void =>
  write(PLACE + format, `${right} ${down}`);

export const keptFormat = (): string => read(FORMAT) ?? '';
export const keepFormat = (format: string): void => write(FORMAT, format);
