import { NAME_MAX } from '../../../shared/limits.ts';
import { idField, instantQuery } from '../../../shared/text.ts';
import { refuse } from '../../http/refusal.ts';

/** The sort value and the id of the last row of a page. */
export type Cursor = [value: string, id: number];

/** What X-Next-Cursor says; the next request sends it back. */
export const writeCursor = (parts: (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Reads a cursor of a page in the order of a column, of moments when `time`; `never` stands for none. Anything the server did not write is 400. */
export function readCursor(cursor: string, time: boolean, never?: string): Cursor {
  const [value, id, ...more] = parse(cursor);
  if (!isText(value) || !isId(id) || more.length > 0) throw unknown();
  if (time && value !== never && !instantQuery.safeParse(value).success) throw unknown();
  return [value, id];
}

/** Reads a cursor of a page in the order of how well bunches match. */
export function readRankedCursor(cursor: string): { rank: number; value: string; id: number } {
  const [rank, value, id, ...more] = parse(cursor);
  const isRank = typeof rank === 'number' && Number.isInteger(rank) && rank >= 0 && rank <= 9;
  if (!isRank || !isText(value) || !isId(id) || more.length > 0) throw unknown();
  return { rank, value, id };
}

function parse(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read)) return read;
  } catch {}
  throw unknown();
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= NAME_MAX && !value.includes('\0');
const isId = (value: unknown): value is number => idField().safeParse(value).success;
const unknown = () => refuse(400, 'Unknown cursor');
