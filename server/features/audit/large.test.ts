import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({});
const MANY = 9_500;
/** The number of ticks for the median. */
const TAKEN = 15;

describe('a key room of 9,500 sets', () => {
  let site: Site;
  let session: { id: number; expected: { id: number }[] };
  beforeAll(async () => {
    site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
       select $1, 'MANY-' || n, 'static', n::text, $2 from generate_series(1, $3::int) n`,
      [site.company.id, site.here.id, MANY],
    );
    session = (await site.admin.call('startAudit', { body: { locationId: site.here.id } })).body;
  }, 60_000);

  /** The duration of ticks in milliseconds, from a given set on. */
  async function ticks(from: number): Promise<number> {
    const times: number[] = [];
    for (const { id: keyBunchId } of session.expected.slice(from, from + TAKEN)) {
      const began = performance.now();
      const answer = await site.admin.call('tickAudit', {
        params: { id: session.id },
        body: { keyBunchId, seen: true },
      });
      times.push(performance.now() - began);
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(TAKEN / 2)] ?? 0;
  }

  test('a tick takes no longer for 9,000 that went before', async () => {
    await ticks(0);
    const first = await ticks(TAKEN);
    // Without statistics PostgreSQL would compare every tick with every set.
    await world.sql('analyze audit_expected');
    await world.sql(
      `with ticked as (
         insert into audit_scans (company_id, audit_session_id, key_bunch_id, scan_result, performed_by)
         select company_id, audit_session_id, key_bunch_id, 'found', $2 from audit_expected
         where audit_session_id = $1 and seen_scan_id is null order by identifier, key_bunch_id limit 9000
         returning id, key_bunch_id)
       update audit_expected e set seen_scan_id = ticked.id from ticked
       where e.audit_session_id = $1 and e.key_bunch_id = ticked.key_bunch_id`,
      [session.id, site.admin.id],
    );
    const last = await ticks(MANY - 3 * TAKEN);
    expect(last).toBeLessThan(first * 4);
  }, 60_000);

  test('is audited whole: expected, marked missing and recorded', async () => {
    const { body } = await site.admin.call('startAudit', { body: { locationId: site.here.id } });
    expect(body.totalExpected).toBe(MANY);
    const params = { id: body.id };
    const keyBunchId = body.expected[0]?.id;
    await site.admin.call('tickAudit', { params, body: { keyBunchId, seen: true } });
    const unseen = MANY - 1;
    const done = await site.admin.call('completeAudit', { params, body: { confirmMissing: unseen } });
    expect([done.status, done.body.message]).toEqual([200, undefined]);
    expect(done.body.missing).toHaveLength(unseen);
    const [now] = await world.sql<{ missing: number; entries: number; log: number }>(
      `select (select count(*)::int from key_bunches where company_id = $1 and status = 'missing') as missing,
              (select count(*)::int from movement_history where company_id = $1 and action_type = 'status_change') as entries,
              (select count(*)::int from audit_log where company_id = $1 and action = 'audit_missing') as log`,
      [site.company.id],
    );
    expect(now).toEqual({ missing: unseen, entries: unseen, log: unseen });
  }, 60_000);
});
