import { expect, test } from 'vitest';
import { makeSite } from '../../testing/samples.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const MANY = 9_500;

test('a key room of 9,500 sets is audited whole: expected, marked missing and recorded', async () => {
  const { company, admin, here } = await makeSite(world);
  await world.sql(
    `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
     select $1, 'MANY-' || n, 'static', n::text, $2 from generate_series(1, $3::int) n`,
    [company.id, here.id, MANY],
  );
  const { body: session } = await admin.call('startAudit', { body: { locationId: here.id } });
  expect(session.totalExpected).toBe(MANY);
  const params = { id: session.id };
  const keyBunchId = session.expected[0]?.id;
  expect((await admin.call('tickAudit', { params, body: { keyBunchId, seen: true } })).status).toBe(200);
  const done = await admin.call('completeAudit', { params, body: {} });
  expect([done.status, done.body.message]).toEqual([200, undefined]);
  expect(done.body.missing).toHaveLength(MANY - 1);
  const [now] = await world.sql<{ missing: number; entries: number; log: number }>(
    `select (select count(*)::int from key_bunches where company_id = $1 and status = 'missing') as missing,
            (select count(*)::int from movement_history where company_id = $1 and action_type = 'status_change') as entries,
            (select count(*)::int from audit_log where company_id = $1 and action = 'audit_missing') as log`,
    [company.id],
  );
  expect(now).toEqual({ missing: MANY - 1, entries: MANY - 1, log: MANY - 1 });
}, 60_000);
