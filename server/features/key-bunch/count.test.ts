import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({});
const wrong = () => world.sql(INVARIANTS.I11.sql);

describe('the counts of key sets', () => {
  test('I11 follow everything that changes a set, and one statement that changes many', async () => {
    const site = await makeSite(world);
    const made = await Promise.all([0, 1, 2].map(() => site.company.bunch(site.here.id)));
    const [one, two, three] = made.map(({ id }) => ({ params: { id } }));
    await site.admin.call('issueKeyBunch', { ...one, body: { officerName: 'Nadia' } });
    await site.admin.call('moveKeyBunch', { ...two, body: { toLocationId: site.there.id } });
    await site.admin.call('linkNfc', { ...two, body: { nfcSerial: '04:B1' } });
    await site.admin.call('deleteKeyBunch', { ...three });
    const { body } = await site.admin.call('getDashboard');
    expect(body.stats).toEqual({
      totalBunches: 2,
      inUse: 1,
      missing: 0,
      present: 1,
      overdue: 0,
      dueToday: 0,
      short: 0,
    });
    const totals = Object.fromEntries(body.locations.map(({ id, total }) => [id, total]));
    expect(totals).toEqual({ [site.here.id]: 1, [site.there.id]: 1 });
    await world.sql('update key_bunches set type = $2 where company_id = $1', [site.company.id, 'safe']);
    const listed = await site.admin.call('listKeyBunches', { query: { type: 'safe' } });
    expect(listed.headers['x-total-count']).toBe('2');
    expect(await wrong()).toEqual([]);
  });

  test('eight desks at once lose no count, and folding keeps the sums', async () => {
    const site = await makeSite(world);
    const made = await Promise.all(Array.from({ length: 8 }, () => site.company.bunch(site.here.id)));
    const rounds = async (id: number) => {
      for (const tag of ['1', '2', '3', '4']) {
        await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Nadia' } });
        await site.admin.call('returnKeyBunch', {
          params: { id },
          body: { officerName: 'Nadia', newTag: `${id}-${tag}` },
        });
      }
    };
    const folds = async () => {
      for (let turn = 0; turn < 10; turn++) await world.sql('select fold_counts($1)', [site.company.id]);
    };
    await Promise.all([...made.map(({ id }) => rounds(id)), folds()]);
    await folds();
    expect(await wrong()).toEqual([]);
    const rows = await world.sql('select bunches from bunch_counts where company_id = $1', [site.company.id]);
    expect(rows).toEqual([{ bunches: 8 }]);
  });

  test('a company of more than 5,000 sets is large, until it has fewer', async () => {
    const site = await makeSite(world);
    const isLarge = async () => {
      await world.sql('select fold_counts($1)', [site.company.id]);
      const [row] = await world.sql('select is_large from companies where id = $1', [site.company.id]);
      return row?.is_large;
    };
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id) select $1, 'L' || n, 'static', $2 from generate_series(1, 5001) n`,
      [site.company.id, site.here.id],
    );
    expect(await isLarge()).toBe(true);
    const listed = await site.admin.call('listKeyBunches', { query: { type: 'static', limit: 5 } });
    expect(listed.headers['x-total-count']).toBe('5001');
    await world.sql("delete from key_bunches where company_id = $1 and identifier = 'L1'", [site.company.id]);
    expect(await isLarge()).toBe(false);
    expect(await wrong()).toEqual([]);
  });

  test('whoever sees one location counts what is there', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id);
    await site.company.bunch(site.there.id);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    expect((await limited.call('getDashboardStats')).body.totalBunches).toBe(1);
    const listed = await limited.call('listKeyBunches', { query: { type: 'static', sort: 'location' } });
    expect(listed.headers['x-total-count']).toBe(String(listed.body.length));
  });
});
