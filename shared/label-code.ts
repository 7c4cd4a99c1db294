import { plainDigits } from './digits.ts';

/** The characters of a label's code: Crockford's base 32, without I, L, O and U, which are misread. */
export const LABEL_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const LABEL_LENGTH = 10;

const IN_ADDRESS = /^https?:\/\/[^/?#]+\/k\/([0-9A-Za-z]{1,40})\/?$/i;
const CODE = new RegExp(`^[${LABEL_ALPHABET}]{${LABEL_LENGTH}}$`);

/**
 * The code of a label in scanned, typed or quoted text: the address of its square ("HTTPS://KEYS.EXAMPLE.COM/K/7F3KQ2M9XA") or just the
 * code, in groups or not ("7f3k q2m9 xa"). Null for other text.
 */
export function labelCodeOf(read: string): string | null {
  const text = read.trim();
  const [, inAddress] = IN_ADDRESS.exec(text) ?? [];
  const code = plainDigits(inAddress ?? text.replace(/[\s-]/g, ''))
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** The code in the address of a label's square; null for any other text, including a code without address. */
export const codeInAddress = (read: string): string | null =>
  IN_ADDRESS.test(read.trim()) ? labelCodeOf(read) : null;

/** A code in groups for reading aloud: "7F3K Q2M9 XA". */
export const spokenCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The content of a label's square. It is in capitals where they name the same page, as that makes the square smaller: scheme and host
 * ignore case, and the page also answers at /K/.
 */
export function labelAddress(base: string, code: string): string {
  const address = new URL(`/k/${code}`, base).href;
  return address.toUpperCase();
}

/** A label's address as printed for people: without its scheme. */
export const shortAddress = (base: string, code: string): string => `${new URL(base).host}/k/${code}`;
