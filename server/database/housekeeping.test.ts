import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';
import { tidy } from './housekeeping.ts';

const world = useWorld({});

test('what has run out is removed, what is in use and the history stay', async () => {
  const company = await world.newCompany();
  const site = await company.location();
  const bunch = await company.bunch(site.id);
  const old = randomUUID();
  const body = { officerName: 'Callum Reid' };
  for (const [key, path] of [
    [old, 'issueKeyBunch'],
    [randomUUID(), 'returnKeyBunch'],
  ] as const) {
    const sent = { ...body, newTag: '448999' };
    const answer = await company.admin.call(path, {
      params: { id: bunch.id },
      body: sent,
      headers: { 'idempotency-key': key },
    });
    expect(answer.status).toBe(200);
  }
  await world.sql(`update idempotency_keys set created_at = now() - interval '3 days' where key = $1`, [old]);
  const gone = await company.as('viewer');
  await world.sql(`update sessions set expire = now() - interval '1 minute' where user_id = $1`, [gone.id]);

  const [holder] = await world.sql<{ id: number }>('select id from holders where user_id = $1', [
    company.admin.id,
  ]);
  for (const days of [300, 400])
    await world.sql(
      'insert into unsubscribe_tokens (token_hash, company_id, holder_id, created_at) values ($1, $2, $3, now() - make_interval(days => $4))',
      [`made ${days} days ago`, company.id, holder?.id, days],
    );

  await tidy(world.transactions);
  const links = await world.sql<{ hash: string }>('select token_hash as hash from unsubscribe_tokens');
  expect(links).toEqual([{ hash: 'made 300 days ago' }]);

  expect(await world.sql('select key from idempotency_keys where key = $1', [old])).toHaveLength(0);
  expect(
    await world.sql('select key from idempotency_keys where company_id = $1', [company.id]),
  ).toHaveLength(1);
  expect(await world.sql('select sid from sessions where user_id = $1', [gone.id])).toHaveLength(0);
  expect(await world.sql('select sid from sessions where user_id = $1', [company.admin.id])).toHaveLength(1);
  expect((await company.admin.call('listMovements')).body).toHaveLength(2);
});

test('a hundred thousand expired keys are removed in portions, and a table that fails keeps no other from it', async () => {
  const company = await world.newCompany();
  await world.sql(
    `insert into idempotency_keys (company_id, user_id, key, fingerprint, status, body, created_at)
     select $1, $2, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'f', 200, jsonb_build_object('text', repeat(md5(n::text), 30)), now() - interval '3 days'
     from generate_series(1, 100000) n`,
    [company.id, company.admin.id],
  );
  await world.sql(
    `create function unforeseen() returns trigger language plpgsql as $$ begin raise exception 'held up'; end $$;
     create trigger unforeseen before delete on sessions for each row execute function unforeseen()`,
  );
  await world.sql(`update sessions set expire = now() - interval '1 minute' where user_id = $1`, [
    company.admin.id,
  ]);
  await expect(tidy(world.transactions)).rejects.toThrow('Table sessions was not tidied');
  expect(await world.sql(`select from idempotency_keys where key::text like '00000000-%'`)).toHaveLength(0);
  await world.sql('drop function unforeseen cascade');
  await tidy(world.transactions);
  expect(await world.sql('select from sessions where user_id = $1', [company.admin.id])).toHaveLength(0);
}, 60_000);
