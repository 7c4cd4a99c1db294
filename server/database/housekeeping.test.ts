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
