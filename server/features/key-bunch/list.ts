import { and, asc, desc, eq, gt, ilike, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type KeyBunch, normaliseSerial } from '../../../shared/key-bunch.ts';
import type { KeyBunchQuery, Officer } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_PAGE, NAME_MAX } from '../../../shared/limits.ts';
import { idField, instantQuery } from '../../../shared/text.ts';
import { keyBunches, locations, movementHistory, users } from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { type Feature, Page, Whole } from '../feature.ts';
import { containing, findMovements } from '../movement/movement.ts';
import { findBunch, keyBunchDetail, keyBunchOf, selectBunches } from './key-bunch.ts';

const SORTS = {
  identifier: keyBunches.identifier,
  type: keyBunches.type,
  location: locations.name,
  status: keyBunches.status,
  lastUpdated: keyBunches.lastUpdated,
} as const;
const isSort = (name: string): name is keyof typeof SORTS => Object.hasOwn(SORTS, name);

/** What the filters of the key list keep (DECISIONS S-36). */
function matching(query: KeyBunchQuery): SQL | undefined {
  const pattern = query.q?.trim() ? containing(query.q) : null;
  const b = keyBunches;
  return and(
    query.type ? eq(b.type, query.type) : undefined,
    query.status ? eq(b.status, query.status) : undefined,
    query.locationId ? eq(b.locationId, query.locationId) : undefined,
    query.nfcSerial ? eq(b.nfcSerial, normaliseSerial(query.nfcSerial)) : undefined,
    pattern
      ? or(
          ilike(b.identifier, pattern),
          ilike(b.currentTag, pattern),
          ilike(b.notes, pattern),
          ilike(b.keyDescription, pattern),
          ilike(b.holderName, pattern),
          ilike(b.nfcSerial, containing(normaliseSerial(query.q ?? '') || (query.q ?? ''))),
        )
      : undefined,
  );
}

/** A cursor holds the sort value and the id of the last row of a page. */
const writeCursor = (value: string, id: number) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');
function readCursor(cursor: string): [string, number] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read) && read.length === 2) {
      const [value, id] = read;
      if (
        typeof value === 'string' &&
        value.length <= NAME_MAX &&
        !value.includes('\0') &&
        idField().safeParse(id).success
      ) {
        return [value, id];
      }
    }
  } catch {}
  throw refuse(400, 'Unknown cursor');
}

/** One page in the wanted order, with the number of all matches. */
async function findPage(tx: Tx, query: KeyBunchQuery): Promise<Page<KeyBunch[]>> {
  const sort = query.sort ?? 'identifier';
  const down = sort.startsWith('-');
  const name = down ? sort.slice(1) : sort;
  const column = isSort(name) ? SORTS[name] : SORTS.identifier;
  const where = matching(query);
  const direction = down ? desc : asc;
  const limit = query.limit ?? KEY_BUNCH_PAGE;
  const rows = await selectBunches(tx)
    .where(and(where, query.cursor ? behind(column, down, readCursor(query.cursor)) : undefined))
    .orderBy(direction(column), direction(keyBunches.id))
    .limit(limit + 1);

  const page = rows.slice(0, limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const sortValues = { ...last, location: last?.location.name }[name as 'identifier'];
  return new Page(
    page.map(keyBunchOf),
    await tx.$count(keyBunches, where),
    last ? writeCursor(String(sortValues), last.id) : null,
  );
}

const BATCH = 1000;

/** The next of all bunches in order of their identifiers. */
async function readBatch(tx: Tx, last?: KeyBunch): Promise<KeyBunch[]> {
  const rows = await selectBunches(tx)
    .where(last && behind(keyBunches.identifier, false, [last.identifier, last.id]))
    .orderBy(asc(keyBunches.identifier), asc(keyBunches.id))
    .limit(BATCH);
  return rows.map(keyBunchOf);
}

/** Everything, in one piece where it is short; what changes while a long list is on its way may be seen before or after. */
async function findAll(tx: Tx): Promise<Page<KeyBunch[]> | Whole<KeyBunch>> {
  const first = await readBatch(tx);
  if (first.length < BATCH) return new Page(first, first.length);
  return new Whole(await tx.$count(keyBunches), first, readBatch);
}

const findBunches = (tx: Tx, query: KeyBunchQuery) =>
  Object.values(query).some((value) => value !== undefined) ? findPage(tx, query) : findAll(tx);

const listKeyBunches: Feature<'listKeyBunches'> = ({ tx, query }) => findBunches(tx, query);
const listAllKeyBunches: Feature<'listAllKeyBunches'> = ({ tx, query }) => findBunches(tx, query);

function behind(column: (typeof SORTS)[keyof typeof SORTS], down: boolean, [value, id]: [string, number]) {
  const beyond = down ? lt : gt;
  if (column === keyBunches.lastUpdated && !instantQuery.safeParse(value).success)
    throw refuse(400, 'Unknown cursor');
  return or(beyond(column, value), and(eq(column, value), beyond(keyBunches.id, id)));
}

const getKeyBunch: Feature<'getKeyBunch'> = async ({ tx, params }) =>
  keyBunchDetail(await findBunch(tx, params.id));

/** The bunch's movements; those of a bunch that is gone stay readable, one that never was is 404. */
const getKeyBunchHistory: Feature<'getKeyBunchHistory'> = async ({ tx, params, query }) => {
  const found = await findMovements(tx, { ...query, keyBunchId: params.id });
  if (found.total === 0 && !(await everKnown(tx, params.id))) throw notFound('Key set not found');
  return found;
};

const everKnown = async (tx: Tx, id: number) =>
  (await tx.$count(keyBunches, eq(keyBunches.id, id))) +
    (await tx.$count(movementHistory, eq(movementHistory.keyBunchId, id))) >
  0;

/** What else carries this identifier or tag (DECISIONS S-31). */
const checkKeyBunch: Feature<'checkKeyBunch'> = async ({ tx, query }) => {
  const other = query.except ? ne(keyBunches.id, query.except) : undefined;
  const find = async (condition: SQL | undefined) => {
    if (!condition) return null;
    const [bunch] = await selectBunches(tx).where(and(condition, other)).limit(1);
    return bunch ? { identifier: bunch.identifier, locationName: bunch.location.name } : null;
  };
  const identifier = query.identifier?.trim();
  const tag = query.tag?.trim();
  return {
    identifier: await find(
      identifier ? sql`lower(${keyBunches.identifier}) = lower(${identifier})` : undefined,
    ),
    tag: await find(tag ? eq(keyBunches.currentTag, tag) : undefined),
  };
};

const OFFICERS = 200;

/** Who may be named as holder: former holders, last used first, then the users (DECISIONS D-07). */
const listOfficers: Feature<'listOfficers'> = async ({ tx }) => {
  const { rows } = await tx.execute<Officer>(sql`
    with used as (
      select details->>'officer' as name, max(seq) as last
      from ${movementHistory} where action_type = 'issue' and details ? 'officer' group by 1
    ), people as (
      select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), split_part(email, '@', 1)) as name, id, email
      from ${users} where is_active
    )
    select coalesce(p.name, u.name) as name, p.id as "userId",
      case when count(p.id) over (partition by p.name) > 1 then p.email end as email
    from used u full join people p on p.name = u.name
    order by u.last desc nulls last, 1 limit ${OFFICERS}`);
  return rows;
};

export const keyBunchListFeatures = {
  listKeyBunches,
  listAllKeyBunches,
  getKeyBunch,
  getKeyBunchHistory,
  checkKeyBunch,
  listOfficers,
};
