import { expect, test } from 'vitest';
import { APPROVED_DUE, sensitiveBunch } from '../testing/approval.ts';
import { run } from '../testing/server-process.ts';
import { holderOf, makeSite } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// `keyhold verify` compares approvals with the movements that they let happen, and with the log (I22).
const world = useWorld({});

test('I22 SECOND-18 verify finds an approval that was forged, used without a movement, or is not as its movement says', async () => {
  const site = await makeSite(world);
  const officer = await site.company.as('officer');
  const holderId = await holderOf(site);
  const ask = async (set: number) => {
    const body = { holderId, dueAt: APPROVED_DUE, items: [{ keyBunchId: set }] };
    return (await officer.call('askApprovals', { body })).body[0]?.id ?? 0;
  };
  const issued = async () => {
    const set = await sensitiveBunch(site);
    const approvalId = await ask(set);
    await site.admin.call('decideApprovals', { body: { ids: [approvalId], yes: true } });
    const body = { holderId, approvalId };
    expect((await officer.call('issueKeyBunch', { params: { id: set }, body })).status).toBe(200);
    return approvalId;
  };
  await site.admin.call('updateCompany', { body: { emergencyIssue: true } });
  const params = { id: await sensitiveBunch(site) };
  await officer.call('issueKeyBunch', { params, body: { holderId, emergencyReason: 'Fire' } });
  const [good, other] = [await issued(), await issued()];
  const [waiting, unused] = [await ask(await sensitiveBunch(site)), await ask(await sensitiveBunch(site))];
  await site.admin.call('decideApprovals', { body: { ids: [unused], yes: true } });
  const verify = async () => {
    const { said } = await run('verify', { DATABASE_URL: world.databaseUrl });
    return said.split('\n').filter((line) => line.includes('approval '));
  };
  expect(await verify()).toEqual([]);
  await world.sql('alter table approvals disable trigger keep');
  await world.sql('update approvals set holder_id = null where id = $1', [good]);
  await world.sql("update approvals set decided_by_name = 'Eve' where id = $1", [other]);
  await world.sql(
    `update approvals set approved = true, decided_by = $2, decided_by_name = 'Eve', decided_at = now(), how = 'desk' where id = $1`,
    [waiting, site.admin.id],
  );
  await world.sql('update approvals set used_at = now(), used_batch = gen_random_uuid() where id = $1', [
    unused,
  ]);
  const lines = (await verify()).join('\n');
  expect(lines).toMatch(
    new RegExp(`approval ${good} of key set \\d+: holder is none, the history says ${holderId}`),
  );
  expect(lines).toMatch(new RegExp(`approval ${other} of key set \\d+: name is Eve, the history says `));
  expect(lines).toMatch(new RegExp(`approval ${waiting} of key set \\d+ is approved, the log says nothing`));
  expect(lines).toMatch(
    new RegExp(`approval ${unused} of key set \\d+: it was used, and no movement names it`),
  );
}, 60_000);
