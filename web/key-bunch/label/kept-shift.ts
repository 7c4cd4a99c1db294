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
export function keptShift(format: string): Shift {
  const [right = 0, down = 0] = (read(PLACE + format) ?? '').split(' ').map((text) => within(Number(text)));
  return { right: right || NONE.right, down: down || NONE.down };
}
export const keepShift = (format: string, { right, down }: Shift): void =>
  write(PLACE + format, `${right} ${down}`);

export const keptFormat = (): string => read(FORMAT) ?? '';
export const keepFormat = (format: string): void => write(FORMAT, format);
