/** Minimum and maximum digits of a telephone number. */
const DIGITS = { least: 6, most: 15 };

/** The first telephone number in a text, as written and as a `tel:` link; null without one. */
export function phoneNumberIn(line: string): { shown: string; href: string } | null {
  for (const [found] of line.matchAll(/\+?\(?\d[\d\s().-]*\d/g)) {
    const digits = found.replace(/\(0\)|\D/g, '');
    const number = found.trimStart().startsWith('+') ? `+${digits}` : found.replace(/\D/g, '');
    if (digits.length >= DIGITS.least && digits.length <= DIGITS.most)
      return { shown: found.trim(), href: `tel:${number}` };
  }
  return null;
}

/** The address that calls a phone number. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
