import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { readConfig } from '../config.ts';
import { seedDemo } from '../demo.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({ DEMO_MODE: 'on' });
test('scratch', async () => {
  const t = performance.now();
  await seedDemo(world.pool, readConfig({ DEMO_MODE: 'on' }), console.log);
  const ms = performance.now() - t;
  const t2 = performance.now();
  await seedDemo(world.pool, readConfig({ DEMO_MODE: 'on' }), console.log);
  const out: string[] = [`ms ${ms} second ${performance.now() - t2}`];
  const dump = async (q: string) => {
    out.push('\n## ' + q.slice(0, 90));
    for (const r of await world.sql(q))
      out.push(
        Object.values(r)
          .map((v) =>
            v instanceof Date ? v.toISOString().slice(0, 19) : typeof v === 'object' ? JSON.stringify(v) : v,
          )
          .join(' | '),
      );
  };
  await dump(`select action_type, count(*) from movement_history group by 1`);
  await dump(`select status, count(*) from key_bunches group by 1`);
  await dump(`select type, status, count(*) from key_bunches group by 1,2 order by 1,2`);
  await dump(
    `select l.name, l.status, count(*), count(*) filter (where k.status='issued'), count(*) filter (where k.type='day_shift'), count(*) filter (where k.type='night_shift'),count(*) filter (where k.type='lock_ups'),count(*) filter (where k.type='static') from key_bunches k join locations l on l.id=k.location_id group by 1,2`,
  );
  await dump(
    `select count(*) from key_bunches where status='issued' and issued_at < now() - interval '12 hours'`,
  );
  await dump(`select * from verify_history((select id from companies))`);
  await dump(
    `select timestamp::date, to_char(timestamp,'Dy'), count(*) from movement_history group by 1,2 order by 1`,
  );
  await dump(
    `select to_char(timestamp,'Dy HH24:MI'), action_type, key_bunch_identifier, key_bunch_type, details->>'officer', details->>'purpose', old_tag, new_tag, from_location_name, to_location_name, performed_by_first_name, notes from movement_history order by seq desc limit 110`,
  );
  await dump(
    `select k.identifier, k.type, current_tag, l.name, k.status, key_count||'+'||fob_count, key_description, notes, nfc_serial, holder_name, last_updated from key_bunches k join locations l on l.id=k.location_id order by identifier`,
  );
  await dump(
    `select to_char(timestamp,'Mon DD Dy HH24:MI'), action_type, key_bunch_type, details->>'officer', details->>'purpose', old_tag, new_tag, from_location_name, to_location_name, performed_by_first_name, notes from movement_history where key_bunch_identifier='MCR-0147' order by seq`,
  );
  await dump(
    `select to_char(timestamp,'Mon DD Dy HH24:MI'), action_type, key_bunch_identifier, from_location_name, to_location_name, from_bunch_type, to_bunch_type, performed_by_first_name, notes, details->>'reason' from movement_history where action_type not in ('issue','return') order by seq`,
  );
  await dump(`select action, count(*) from audit_log group by 1`);
  writeFileSync('/tmp/demo.txt', out.join('\n'));
});
