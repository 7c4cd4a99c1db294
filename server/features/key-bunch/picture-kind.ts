/** The kinds of pictures that are read; a stored photo is WebP, older ones JPEG or PNG. */
export type Kind = 'jpeg' | 'png' | 'webp' | 'gif';

/** The kind by the first bytes; null for any other file. */
export function kindOf(bytes: Buffer): Kind | null {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return /^GIF8[79]a/.test(head) ? 'gif' : null;
}

const FOREIGN = /<script|<html|<!doctype|<svg[\s>]|<iframe|<\?php|%PDF-\d/i;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_TAIL = 65_557;

/** A picture that is also a page, script, document or archive: no camera makes one. */
export const isPolyglot = (bytes: Buffer): boolean =>
  FOREIGN.test(bytes.toString('latin1')) || bytes.subarray(-ZIP_TAIL).includes(ZIP_END);
