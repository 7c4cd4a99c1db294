import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { CursorPart } from '../cursor.ts';
import type { Bunch } from './key-bunch.ts';
import { dueOrNever, issuedOrNever, NO_POSITION, positionOrLast, seenOrNever } from './old.ts';

/** A sort key: its SQL, its form in a cursor, and its value of a bunch. */
type Part = { by: SQL; is: CursorPart; of: (bunch: Bunch) => string | number };

const identifier: Part = {
  by: sql`${keyBunches.identifier}`,
  is: { kind: 'text' },
  of: (bunch) => bunch.identifier,
};
const id: Part = { by: sql`${keyBunches.id}`, is: { kind: 'id' }, of: (bunch) => bunch.id };
const time = (by: SQL, of: (bunch: Bunch) => string, never?: string): Part => ({
  by,
  is: { kind: 'time', never },
  of,
});
const text = (by: SQL, of: (bunch: Bunch) => string): Part => ({ by, is: { kind: 'text' }, of });

/** Every order ends in the unique id; each but that by location is an index's. */
const SORTS = {
  identifier: [identifier, id],
  type: [text(sql`${keyBunches.type}`, (bunch) => bunch.type), identifier, id],
  location: [
    text(sql`${locations.name}`, (bunch) => bunch.location.name),
    { by: sql`${locations.id}`, is: { kind: 'id' }, of: (bunch) => bunch.locationId },
    identifier,
    id,
  ],
  status: [text(sql`${keyBunches.status}`, (bunch) => bunch.status), identifier, id],
  lastUpdated: [time(sql`${keyBunches.lastUpdated}`, (bunch) => bunch.lastUpdated), id],
  issuedAt: [time(issuedOrNever, (bunch) => bunch.issuedAt ?? 'infinity', 'infinity'), id],
  due: [time(dueOrNever, (bunch) => bunch.dueAt ?? 'infinity', 'infinity'), id],
  position: [text(positionOrLast, (bunch) => bunch.position ?? NO_POSITION), identifier, id],
  lastSeen: [time(seenOrNever, (bunch) => bunch.lastSeenAt ?? '-infinity', '-infinity'), id],
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

export const orderOf = ({ down }: Pick<Sort, 'down'>, parts: readonly Part[]): SQL[] =>
  parts.map(({ by }) => (down ? desc : asc)(by));

/** A row comparison that an index answers at any depth. Its values are those of `valuesOf`. */
export const beyond = ({ down }: Pick<Sort, 'down'>, parts: readonly Part[], from = 0): SQL => {
  const left = sql.join(
    parts.map(({ by }) => by),
    sql`, `,
  );
  const right = sql.join(
    parts.map((_, at) => sql`${sql.placeholder(`after${from + at}`)}`),
    sql`, `,
  );
  return sql`(${left}) ${sql.raw(down ? '<' : '>')} (${right})`;
};

export const valuesOf = (after: readonly (string | number)[]): Record<string, unknown> =>
  Object.fromEntries(after.map((value, at) => [`after${at}`, value]));
