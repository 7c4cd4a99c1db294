import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FACT_NAMES, factText, ISSUE_FACTS, issueFactsOf } from '../../../shared/issue-facts.ts';
import { ROOT } from '../../config.ts';
import { writeReceipt } from '../../mail/receipt.ts';
import { issueFacts } from '../../testing/sample.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({ WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' });

test('every fact of an issue, sent by either call, is recorded and shown wherever an issue is', async () => {
  const site = await makeSite(world);
  const { admin } = site;
  const hook = { url: 'http://127.0.0.1:9/', events: ['key_set.issued'] };
  expect((await admin.call('createWebhook', { body: hook })).status).toBe(201);
  const holderId = (await admin.call('createHolder', { body: { name: 'Ana Ruiz' } })).body.id;
  const [one, other] = [await site.company.bunch(site.here.id), await site.company.bunch(site.here.id)];

  const single = await admin.call('issueKeyBunch', {
    params: one,
    body: { officerName: 'Ana Ruiz', holderId, ...issueFacts },
  });
  const batch = await admin.call('issueBatch', {
    body: { holderId, ...issueFacts, items: [{ keyBunchId: other.id }] },
  });
  expect([single.status, batch.status]).toEqual([200, 200]);

  const entries = await Promise.all(
    [one, other].map(async ({ id }) => (await admin.call('getKeyBunchHistory', { params: { id } })).body[0]),
  );
  const receipt = (await admin.call('getReceipt', { params: { batchId: batch.body.batchId } })).body;
  const at = new Date(Date.now() + 60_000).toISOString();
  const held = (await admin.call('listHeld', { params: { id: holderId }, query: { at } })).body;
  const csv = String((await admin.call('exportMovements', { query: {} })).body);
  const events = await world.sql<{ movement: Record<string, string> }>(
    `select data->'movement' as movement from webhook_events where company_id = $1`,
    [site.company.id],
  );
  expect([held.length, events.length]).toEqual([2, 2]);

  const kept: Record<string, Partial<Record<string, unknown>>> = {
    'custody/issue.ts: the history of one': { ...entries[0]?.details },
    'custody/issue.ts: the history of a batch': { ...entries[1]?.details },
    'custody/receipt.ts: the receipt': receipt,
    'holder/holder.ts: the held sets': { ...held[0] },
    'migrations/0026-webhook-events.sql: the event': { ...events[0]?.movement },
  };
  const forgotten = Object.entries(kept).flatMap(([place, record]) =>
    FACT_NAMES.filter((name) => record[name] !== issueFacts[name]).map((name) => `${place} lacks ${name}`),
  );
  const texts: Record<string, string> = {
    'movement/movement.ts: the CSV': csv,
    'mail/receipt.ts: the mailed receipt': writeReceipt({ ...receipt, signer: null }).text,
  };
  for (const [place, text] of Object.entries(texts))
    for (const name of FACT_NAMES)
      if (!text.includes(factText(ISSUE_FACTS[name], issueFacts[name])))
        forgotten.push(`${place} lacks ${name}`);
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  for (const name of FACT_NAMES)
    if (!page.includes(`"${name}": `)) forgotten.push(`docs/api.md: the example of an event lacks ${name}`);
  expect(forgotten).toEqual([]);
});

test('without a fact the history keeps null', async () => {
  const site = await makeSite(world);
  const { id } = await site.company.bunch(site.here.id);
  await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
  const { body } = await site.admin.call('getKeyBunchHistory', { params: { id } });
  expect(body[0]?.details).toMatchObject(issueFactsOf({}));
});
