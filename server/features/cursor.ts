import { NAME_MAX } from '../../shared/limits.ts';
import { idField, instantQuery } from '../../shared/text.ts';
import { refuse } from '../refusal.ts';

/** A cursor's values; `never` is a missing time. */
export type CursorPart = { kind: 'text' | 'id' } | { kind: 'time'; never: string | undefined };
type Value = string | number;

/** X-Next-Cursor, which the next request sends back. */
export const writeCursor = (parts: Value[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The rows of a page, of `limit` and one more where there is a next page, and that one's cursor or null. */
export function cutPage<T>(found: T[], limit: number, cursorOf: (last: T) => string) {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? null : cursorOf(last) };
}

/** Reads a cursor of a sorted page. 400 unless the server wrote it. */
export function readCursor(cursor: string, parts: readonly CursorPart[]): Value[] {
  const values = parse(cursor);
  if (values.length !== parts.length || !values.every((value, at) => fits(value, parts[at])))
    throw badCursor();
  return values as Value[];
}

function fits(value: unknown, part: CursorPart | undefined): boolean {
  if (part?.kind === 'id') return isId(value);
  if (part?.kind !== 'time') return isText(value);
  return isText(value) && (value === part.never || instantQuery.safeParse(value).success);
}

/** The id behind which a page in order of ids begins. */
export const idBehind = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(readCursor(cursor, [{ kind: 'id' }])[0]);

/** A page in order of ids. `found` has one row more than `limit` where there is a next page. */
export const cutIdPage = <T extends { id: number }>(found: T[], limit: number) =>
  cutPage(found, limit, ({ id }) => writeCursor([id]));

/** Reads a cursor of a page by rank. */
export function readRankedCursor(cursor: string): { rank: number; value: string; id: number } {
  const [rank, value, id, ...more] = parse(cursor);
  const isRank = typeof rank === 'number' && Number.isInteger(rank) && rank >= 0 && rank <= 9;
  if (!isRank || !isText(value) || !isId(id) || more.length > 0) throw badCursor();
  return { rank, value, id };
}

function parse(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read)) return read;
  } catch {}
  throw badCursor();
}

/** A lower-case name may have twice its characters. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && [...value].length <= 2 * NAME_MAX && !value.includes('\0');
const isId = (value: unknown): value is number => idField().safeParse(value).success;
export const badCursor = () => refuse(400, 'Unknown cursor', { code: 'bad_cursor' });
