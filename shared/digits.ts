const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** Unicode lists the digits of a script in order, in a run of ten or, of several styles, of tens. */
function asPlain(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(point - before - 1)) before += 1;
  return String(before % 10);
}

/** Decimal digits of any script, full-width ones among them, as 0 to 9: for comparing codes (decision 0019). */
export const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, asPlain);

/** A code as it is compared: plain digits, lower case. */
export const plainCode = (text: string): string => plainDigits(text).toLowerCase();
