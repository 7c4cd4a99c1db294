import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { joined, raw, type Sql, sql } from '../../database/sql.ts';
import type { CursorPart } from '../cursor.ts';
import {
  type Bunch,
  DUE_OR_NEVER,
  ISSUED_OR_NEVER,
  NO_POSITION,
  POSITION_OR_LAST,
  SEEN_OR_NEVER,
} from './key-bunch.ts';

/** A sort key: its SQL, its form in a cursor, and its value of a bunch. */
type Part = { by: Sql; is: CursorPart; of: (bunch: Bunch) => string | number };

const text = (by: Sql, of: Part['of']): Part => ({ by, is: { kind: 'text' }, of });
const time = (by: Sql, of: Part['of'], never?: string): Part => ({ by, is: { kind: 'time', never }, of });
const identifier = text(raw('key_bunches.identifier'), (bunch) => bunch.identifier);
const id: Part = { by: raw('key_bunches.id'), is: { kind: 'id' }, of: (bunch) => bunch.id };

/** Every order ends in the unique id; each but that by location is an index's. */
const SORTS = {
  identifier: [identifier, id],
  type: [text(raw('key_bunches.type'), (bunch) => bunch.type), identifier, id],
  location: [
    text(raw('locations.name'), (bunch) => bunch.location.name),
    { by: raw('locations.id'), is: { kind: 'id' }, of: (bunch) => bunch.locationId },
    identifier,
    id,
  ],
  status: [text(raw('key_bunches.status'), (bunch) => bunch.status), identifier, id],
  lastUpdated: [time(raw('key_bunches.last_updated'), (bunch) => bunch.lastUpdated), id],
  issuedAt: [time(ISSUED_OR_NEVER, (bunch) => bunch.issuedAt ?? 'infinity', 'infinity'), id],
  due: [time(DUE_OR_NEVER, (bunch) => bunch.dueAt ?? 'infinity', 'infinity'), id],
  position: [text(POSITION_OR_LAST, (bunch) => bunch.position ?? NO_POSITION), identifier, id],
  lastSeen: [time(SEEN_OR_NEVER, (bunch) => bunch.lastSeenAt ?? '-infinity', '-infinity'), id],
} as const satisfies Record<string, readonly Part[]>;
type SortName = keyof typeof SORTS;
const isSort = (name: string): name is SortName => Object.hasOwn(SORTS, name);

export type Sort = { name: SortName; down: boolean; parts: readonly Part[] };

/** The requested sort, by default by identifier. */
export function sortOf({ sort = 'identifier' }: Pick<KeyBunchQuery, 'sort'>): Sort {
  const down = sort.startsWith('-');
  const asked = down ? sort.slice(1) : sort;
  const name = isSort(asked) ? asked : 'identifier';
  return { name, down, parts: SORTS[name] };
}

export const orderOf = ({ down }: Pick<Sort, 'down'>, parts: readonly Part[]): Sql =>
  joined(
    parts.map(({ by }) => (down ? sql`${by} desc` : by)),
    ', ',
  );

/** What comes after these values of a cursor: a row comparison that an index answers at any depth. */
export const beyond = (
  { down }: Pick<Sort, 'down'>,
  parts: readonly Part[],
  after: readonly (string | number)[],
): Sql =>
  sql`(${joined(
    parts.map(({ by }) => by),
    ', ',
  )}) ${raw(down ? '<' : '>')} (${joined(
    parts.map((_, at) => sql`${after[at]}`),
    ', ',
  )})`;
