import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';
import { companies, sessions } from './schema/accounts.ts';
import { locations } from './schema/register.ts';
import {
  all,
  assign,
  columns,
  insert,
  joined,
  json,
  once,
  PLAN_EACH_TIME,
  raw,
  replanned,
  row,
  rows,
  run,
  type Sql,
  sql,
  written,
} from './sql.ts';
import type { RowOf } from './table.ts';
import { openTransactions, type Tx } from './transactions.ts';

const world = useWorld();

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => openTransactions(world.pool).forSystem(work);
const one = <Row>(statement: Sql<Row>) => read((tx) => row(tx, statement));

describe('a statement', () => {
  test('sends every value as a parameter, whatever it says, and has the same text for each', async () => {
    const named = (name: string) => sql<{ name: string }>`select ${name}::text as name`;
    const hostile = "'; drop table users; --";
    expect(await one(named(hostile))).toEqual({ name: hostile });
    expect(written(named(hostile)).text).toBe(written(named('Callum')).text);
  });

  test('is put together of parts, whose parameters are numbered in the order in which they stand', () => {
    const since = sql`at > ${1}`;
    const whole = sql`select ${raw(5)} where ${all(since, undefined, false, sql`id = any (${[2, 3]})`)} and ${4}`;
    expect(written(whole)).toMatchObject({
      text: 'select 5 where (at > $1) and (id = any ($2)) and $3',
      values: [1, [2, 3], 4],
    });
    expect(written(sql`where ${all(undefined, false)}`)).toMatchObject({
      text: 'where true',
      values: [],
    });
    expect(written(joined([sql`a`, undefined, sql`b`], ', ')).text).toBe('a, b');
    expect(written(joined([], ', ')).text).toBe('');
    expect(() => written(sql`where id = ${undefined}`)).toThrow('undefined: where id = ?');
  });
});

describe('a row', () => {
  test('has moments as ISO 8601 in UTC with six digits, bigints as numbers, JSON as values and null as null', async () => {
    const found = await one(
      sql`select timestamptz '2026-11-24 10:05:00.12+02' as at, 9007199254740991::bigint as most, ${json({ a: ["'"] })} as j,
        null::int as none, array['x'] as list, date '2026-11-24' as day`,
    );
    expect(found).toEqual({
      at: '2026-11-24T08:05:00.120000Z',
      most: 9007199254740991,
      j: { a: ["'"] },
      none: null,
      list: ['x'],
      day: '2026-11-24',
    });
  });

  test('has a record of its own for names with a point, and null in its place when the first column of it is null', async () => {
    const found = await read((tx) =>
      rows(
        tx,
        sql`select n as id, p.id as "place.id", p.name as "place.name" from generate_series(1, 2) n
          left join (values (2, 'Reading')) p (id, name) on p.id = n order by n`,
      ),
    );
    expect(found).toEqual([
      { id: 1, place: null },
      { id: 2, place: { id: 2, name: 'Reading' } },
    ]);
  });

  test('has the fields of a table, of its own or as a record', async () => {
    const company = await world.newCompany();
    const place = await company.location({ name: 'Key room' });
    const found = await one<{ id: number; location: RowOf<typeof locations> }>(
      sql`select c.id, ${columns(locations, { alias: 'l', record: 'location' })}
        from companies c join locations l on l.company_id = c.id where c.id = ${company.id}`,
    );
    expect(found?.location).toMatchObject({ id: place.id, name: 'Key room', companyId: company.id });
    expect(found?.location.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });
});

describe('a write', () => {
  test('names the fields it is given, fills in defaults, and takes SQL for a value', async () => {
    const company = await world.newCompany();
    const session = (sid: string) => ({
      sid,
      userId: company.admin.id,
      sess: { remember: true },
      expire: sql`clock_timestamp() + interval '1 hour'`,
    });
    const sid = `sql-${company.id}`;
    const added = await read((tx) =>
      run(tx, insert(sessions, [session(`${sid}-a`), { ...session(`${sid}-b`), device: 'Laptop' }])),
    );
    expect(added).toBe(2);
    const changed = await read((tx) =>
      rows<{ device: string | null; sess: unknown; address: string; confirmed: boolean }>(
        tx,
        sql`update sessions set ${assign(sessions, { address: '192.0.2.7', usedAt: undefined, confirmedAt: sql`created_at` })}
          where sid like ${`${sid}%`} returning device, sess, address, confirmed_at = created_at as confirmed`,
      ),
    );
    expect(changed.map(({ device }) => device).sort()).toEqual(['Laptop', null]);
    for (const { device: _, ...about } of changed)
      expect(about).toEqual({ sess: { remember: true }, address: '192.0.2.7', confirmed: true });
    expect(await read((tx) => run(tx, sql`delete from sessions where sid like ${`${sid}%`}`))).toBe(2);
  });

  test('to a field that is null stores null, also where it is JSON', () => {
    expect(written(assign(companies, { receiptTerms: null })).values).toEqual([null]);
  });
});

test('a text goes without a name when it is replanned in a large company, and when it says how many rows it has', async () => {
  const sentOf = async (statement: Sql, isLarge: boolean) => {
    const sent: string[] = [];
    await read((tx) => {
      const query = (config: { text: string }, ...rest: unknown[]) => {
        sent.push(config.text);
        return (tx.query as (...all: unknown[]) => unknown)(config, ...rest);
      };
      return rows({ isLarge, query: query as Tx['query'] }, statement);
    });
    return sent;
  };
  expect(await sentOf(sql`select ${1}::int`, true)).toEqual(['select $1::int']);
  expect(await sentOf(replanned(sql`select ${1}::int`), false)).toEqual(['select $1::int']);
  expect(await sentOf(replanned(sql`select ${1}::int`), true)).toEqual([`${PLAN_EACH_TIME} select $1::int`]);
  const places = ['A', 'B'].map((name) => ({ name, type: 'cabinet', companyId: -1 }));
  expect(written(sql`${once(sql`select 1`)} limit 1`).plan).toBe('once');
  expect(written(sql`${insert(locations, places)} returning id`).plan).toBe('once');
  expect(written(insert(locations, places.slice(0, 1))).plan).toBe('kept');
});
