/** Reading dates as spreadsheets and people write them. */

/** A date and, where said, a time of day; without a zone. */
export type Clock = { year: number; month: number; day: number; hour?: number; minute?: number };
/** Which number comes first in 03/04/2026. */
export type DateOrder = 'day' | 'month';

const MONTHS = [
  'jan january januar janvier enero januari ene',
  'feb february februar fevrier febrero februari fev febr',
  'mar march marz mars marzo maart mrz mrt',
  'apr april avril abril avr abr',
  'may mai mayo mei',
  'jun june juni juin junio',
  'jul july juli juillet julio juil',
  'aug august aout agosto augustus ago aou',
  'sep september septembre septiembre sept',
  'oct october oktober octobre octubre okt',
  'nov november novembre noviembre',
  'dec december dezember decembre diciembre dez dic',
];
const MONTH_OF = new Map(
  MONTHS.flatMap((line, at) => line.split(' ').map((name) => [name, at + 1] as const)),
);

const TIME = String.raw`(?:(?:[ T,]|\bat\b|\bum\b)+(\d{1,2})[:.h](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?(?:\s*(?:uhr|h))?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const NUMBERS = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2})|\.)?${TIME}$`, 'i');
const DAY_NAME = String.raw`^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]*(?:de\s+)?(\p{L}{3,10})\.?(?:,?[\s-]*(?:de\s+)?(\d{4}|\d{2}))?${TIME}$`;
const NAME_DAY = String.raw`^(\p{L}{3,10})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?:,?[\s-]+(\d{4}))?${TIME}$`;
const [BY_DAY, BY_NAME] = [new RegExp(DAY_NAME, 'iu'), new RegExp(NAME_DAY, 'iu')];
/** The number that a spreadsheet stores for a day: 20000 is in 1954, 80000 in 2119. Its fraction is the time. */
const SERIAL = /^([2-7]\d{4})(?:[.,](\d+))?$/;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

const MINUTES = 24 * 60;

function serialOf(whole: string, fraction: string | undefined): Clock {
  const minutes = fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * MINUTES);
  const date = new Date(SERIAL_EPOCH + (Number(whole) * MINUTES + minutes) * 60_000);
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  return minutes ? { ...day, hour: date.getUTCHours(), minute: date.getUTCMinutes() } : day;
}

/** Dots are written where the day is first. */
const isDotted = (text: string): boolean => /^\d{1,2}\./.test(text);

/** The order that a date of numbers proves: null when both are possible, or when it is no such date. */
export function orderProvedBy(text: string): DateOrder | null {
  const [, first, second] = NUMBERS.exec(undayed(text.trim())) ?? [];
  if (first && Number(second) <= 12 && isDotted(undayed(text.trim()))) return 'day';
  if (!first || !second || Number(first) > 12 === Number(second) > 12) return null;
  return Number(first) > 12 ? 'day' : 'month';
}

/** Whether the order of this date of numbers matters: 03/04/2026 and not 03/03/2026. */
export function hasOpenOrder(text: string): boolean {
  const [, first, second] = NUMBERS.exec(undayed(text.trim())) ?? [];
  return (
    Boolean(first && second) &&
    !isDotted(undayed(text.trim())) &&
    first !== second &&
    Number(first) <= 12 &&
    Number(second) <= 12
  );
}

const monthOf = (name: string | undefined): number | undefined =>
  MONTH_OF.get((name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());

/** Without the day of the week before it. */
const undayed = (text: string): string =>
  text.replace(/^(\p{L}{2,10})[.,]?\s+/u, (all, word: string) => (monthOf(word) ? all : ''));

function partsOf(text: string, order: DateOrder): (string | number | undefined)[] | null {
  const year = YEAR_FIRST.exec(text);
  if (year) return year.slice(1);
  const numbers = NUMBERS.exec(text);
  if (numbers) {
    const [, first, second, ...rest] = numbers;
    const [day, month] = order === 'day' || isDotted(text) ? [first, second] : [second, first];
    return [rest[0], month, day, ...rest.slice(1)];
  }
  const byDay = BY_DAY.exec(text);
  const [day, name, years, ...rest] = byDay
    ? byDay.slice(1)
    : (([, month, one, ...more]) => [one, month, ...more])(BY_NAME.exec(text) ?? []);
  const month = monthOf(name);
  return month ? [years, month, day, ...rest] : null;
}

/** The year of the last such day up to `now`, or of the next from it. */
export const yearNear = (now: Clock, isAhead: boolean) => (month: number, day: number) => {
  // No count of days, but of two days it says which is earlier.
  const later = month * 31 + day - (now.month * 31 + now.day);
  return isAhead ? now.year + Number(later < 0) : now.year - Number(later > 0);
};

/** Reads a date, with a time if there is one; null when it is none or does not exist. One without a year is of that which `yearOf` says. */
export function clockOfText(
  cell: string,
  order: DateOrder = 'day',
  yearOf?: (month: number, day: number) => number,
): Clock | null {
  const text = undayed(cell.trim());
  const [, whole, fraction] = SERIAL.exec(text) ?? [];
  if (whole) return serialOf(whole, fraction);
  const [years, month, day, hour, minute, half] = partsOf(text, order) ?? [];
  const given = years === undefined ? yearOf?.(Number(month), Number(day)) : Number(years);
  const year = String(years).length === 2 ? Number(`20${years}`) : (given ?? 0);
  const clock = { year, month: Number(month), day: Number(day) };
  const date = new Date(Date.UTC(clock.year, clock.month - 1, clock.day));
  if (date.getUTCMonth() !== clock.month - 1 || date.getUTCDate() !== clock.day || year < 1900) return null;
  if (hour === undefined) return clock;
  const shift = half ? (/^p/i.test(String(half)) ? 12 : 0) : null;
  const hours = shift === null ? Number(hour) : (Number(hour) % 12) + shift;
  if (hours > 23 || Number(minute) > 59 || (shift !== null && Number(hour) > 12)) return null;
  return { ...clock, hour: hours, minute: Number(minute) };
}

const two = (n: number) => String(n).padStart(2, '0');
/** As 2026-11-05, or 2026-11-05 14:30. */
export const isoOf = ({ year, month, day, hour, minute }: Clock): string =>
  `${year}-${two(month)}-${two(day)}${hour === undefined ? '' : ` ${two(hour)}:${two(minute ?? 0)}`}`;
