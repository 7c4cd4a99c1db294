import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

// The daily questions to a key register, each answered by one call on a register of 5,000 sets.
const world = useWorld({});
let site: Site;
let ids: { premises: number; holder: number; late: number; tonight: number; wearer: number };

/** 5,000 sets at 1,000 premises of 50 clients, every tenth set out to one of 100 people. */
const FILL = `
  insert into holders (company_id, name, kind) select $1, 'Person ' || n, 'contractor' from generate_series(0, 99) n;
  insert into premises (company_id, name, address, client)
    select $1, 'Unit ' || n, n || ' High Street', 'Client ' || n % 50 from generate_series(1, 1000) n;
  insert into key_bunches (company_id, identifier, type, location_id, current_tag, status, holder_name, holder_id, issued_at)
    select $1, 'SET-' || n, 'static', $2, (10000 + n)::text, case when n % 10 = 0 then 'issued' else 'active' end, h.name, h.id,
      case when h.id is not null then now() end
    from generate_series(1, 5000) n left join holders h on h.company_id = $1 and n % 10 = 0 and h.name = 'Person ' || n / 10 % 100;
  analyze premises; analyze key_bunches;
  insert into key_bunch_premises (company_id, key_bunch_id, premises_id, place)
    select $1, b.id, p.id, 1 from key_bunches b join premises p on p.company_id = $1
      and p.name = 'Unit ' || 1 + substr(b.identifier, 5)::int % 1000 where b.company_id = $1`;

beforeAll(async () => {
  site = await makeSite(world);
  for (const text of FILL.split(';'))
    await world.sql(text.replaceAll('$1', String(site.company.id)).replaceAll('$2', String(site.here.id)));
  const idOf = async (table: string, column: string, value: string) =>
    (
      await world.sql<{ id: number }>(`select id from ${table} where company_id = $1 and ${column} = $2`, [
        site.company.id,
        value,
      ])
    )[0]?.id ?? 0;
  const set = (n: number) => idOf('key_bunches', 'identifier', `SET-${n}`);
  ids = {
    premises: await idOf('premises', 'address', '12 High Street'),
    holder: await idOf('holders', 'name', 'Person 1'),
    late: await set(10),
    tonight: await set(20),
    wearer: await set(1),
  };
  await world.sql("update key_bunches set due_at = now() - interval '3 days' where id = $1", [ids.late]);
  await world.sql(
    `update key_bunches set due_at = (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' - interval '1 microsecond' where id = $1`,
    [ids.tonight],
  );
  const body = { officerName: 'Ana' };
  await site.admin.call('issueKeyBunch', { params: { id: ids.wearer }, body });
  await site.admin.call('issueKeyBunch', { params: { id: await set(11) }, body });
  await site.admin.call('returnKeyBunch', { params: { id: ids.wearer }, body: { ...body, newTag: '90001' } });
}, 120_000);

describe('one call answers', () => {
  test('who has the keys of 12 High Street: where each set is and who has it', async () => {
    const { body } = await site.admin.call('listKeyBunches', { query: { q: '12 high street', limit: 10 } });
    expect(body.slice(0, 5).map(({ match, premises }) => [match?.field, premises[0]?.address])).toEqual(
      Array.from({ length: 5 }, () => ['address', '12 High Street']),
    );
    const who = body
      .slice(0, 5)
      .map(({ identifier, location, holder }) => [identifier, location.name, holder?.name]);
    expect(who).toContainEqual(['SET-11', site.here.name, 'Ana']);
    const detail = (await site.admin.call('getPremises', { params: { id: ids.premises } })).body;
    expect([detail.sets, detail.out, detail.keyBunches.length]).toEqual([5, 1, 5]);
  });

  test('what somebody holds', async () => {
    const { body } = await site.admin.call('getHolder', { params: { id: ids.holder } });
    expect([body.out, body.held, body.overdue, body.holding.length, body.holding[0]?.id]).toEqual([
      5,
      5,
      1,
      5,
      ids.late,
    ]);
  });

  test('what is overdue and for how long, and what is due tonight', async () => {
    const overdue = (await site.admin.call('listOut', { query: { tab: 'overdue', by: 'due' } })).body;
    expect(overdue.keyBunches.map(({ id }) => id)).toEqual([ids.late]);
    const days = (Date.now() - Date.parse(overdue.keyBunches[0]?.dueAt ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    expect(overdue.counts).toEqual({ all: 501, today: 1, overdue: 1 });
    const tonight = (await site.admin.call('listOut', { query: { tab: 'today' } })).body;
    expect(tonight.keyBunches.map(({ id }) => id)).toEqual([ids.tonight]);
  });

  test('how many keys there are of a client', async () => {
    const { body, headers } = await site.admin.call('listPremises', {
      query: { client: 'client 7', limit: 200 },
    });
    expect(headers['x-total-count']).toBe('20');
    expect(body.reduce((sum, { sets }) => sum + sets, 0)).toBe(100);
  });

  test('which set wore a tag', async () => {
    const { body } = await site.admin.call('listKeyBunches', { query: { q: '10001' } });
    expect(body.map(({ id, match }) => [id, match?.field])).toEqual([[ids.wearer, 'formerTag']]);
  });
});
