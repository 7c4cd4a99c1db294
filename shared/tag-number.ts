import { NAME_MAX } from './limits.ts';

/**
 * The tag after a tag, with its prefix and leading zeros: "450119" after "450118", "A-0100" after "A-0099". Null when it does not end in a
 * digit, or when the next one is longer than a tag may be.
 */
export function tagAfter(tag: string): string | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/s.exec(tag) ?? [];
  if (!digits) return null;
  const next = prefix + String(BigInt(digits) + 1n).padStart(digits.length, '0');
  return next.length <= NAME_MAX ? next : null;
}
