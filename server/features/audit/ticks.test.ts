import { expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

async function cabinet(site: Site) {
  const place = await site.company.location();
  const [first, second, third] = [
    await site.company.bunch(place.id),
    await site.company.bunch(place.id),
    await site.company.bunch(place.id),
  ];
  const { body } = await site.admin.call('startAudit', { body: { locationId: place.id } });
  return { place, first, second, third, params: { id: body.id } };
}

test('somebody’s tick in an audit of 2,000 sets costs another under 1 KB', async () => {
  const site = await makeSite(world);
  const place = await site.company.location();
  await world.sql(
    `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
     select $1, 'MANY-' || n, 'static', n::text, $2 from generate_series(1, 2000) n`,
    [site.company.id, place.id],
  );
  const { body } = await site.admin.call('startAudit', { body: { locationId: place.id } });
  const params = { id: body.id };
  const whole = await site.admin.call('getAudit', { params });
  const none = await site.admin.call('getAuditTicks', { params, query: { after: 0 } });
  const { revision, state, totalExpected, members, parts } = whole.body;
  const nothing = { totalScanned: 0, seen: [], withdrawn: [], unticked: [] };
  expect(none.body).toEqual({ revision, state, totalExpected, members, parts, ...nothing });
  const keyBunchId = whole.body.expected[1000]?.id ?? 0;
  await site.admin.call('tickAudit', { params, body: { keyBunchId, seen: true } });
  const one = await site.admin.call('getAuditTicks', { params, query: { after: 0 } });
  expect(one.body.seen.map((seen) => seen.keyBunchId)).toEqual([keyBunchId]);
  expect(Buffer.byteLength(JSON.stringify(one.body))).toBeLessThan(1024);
  expect(Buffer.byteLength(JSON.stringify(whole.body))).toBeGreaterThan(200_000);
});

test('the version changes with everything that a read of the session shows, and with nothing else', async () => {
  const site = await makeSite(world);
  const { place, first, second, third, params } = await cabinet(site);
  const { admin } = site;
  const stray = await site.company.bunch(site.there.id, { nfcSerial: '04:AA:01' });
  const other = await site.company.bunch(site.there.id);
  const scan = (nfcSerial: string) =>
    admin.call('scanAudit', { body: { auditSessionId: params.id, nfcSerial } });
  const edit = (id: number, body: object) => admin.call('updateKeyBunch', { params: { id }, body });
  const versionNow = async () => {
    const [version, whole] = [
      await admin.call('getAuditTicks', { params, query: { after: 999 } }),
      await admin.call('getAudit', { params }),
    ];
    const { revision, state } = version.body;
    expect({ revision, state }).toEqual({ revision: whole.body.revision, state: whole.body.state });
    return `${revision} ${state}`;
  };
  let before = await versionNow();
  const after = async (what: string, act: () => Promise<{ status: number }>, changes = true) => {
    await act();
    const now = await versionNow();
    expect(now !== before, what).toBe(changes);
    before = now;
  };
  await after('nothing', async () => ({ status: 200 }), false);
  await after('a tick', () =>
    admin.call('tickAudit', { params, body: { keyBunchId: first.id, seen: true } }),
  );
  await after('a set from elsewhere', () => scan('04:AA:01'));
  await after('the same, moved here', () =>
    admin.call('moveKeyBunch', { params: { id: stray.id }, body: { toLocationId: place.id } }),
  );
  await after('an unknown tag', () => scan('04:AA:02'));
  await after('the same, linked', () => edit(other.id, { nfcSerial: '04:AA:02' }));
  await after('an issue', () =>
    admin.call('issueKeyBunch', { params: { id: second.id }, body: { officerName: 'Callum Reid' } }),
  );
  await after('a return', () =>
    admin.call('returnKeyBunch', {
      params: { id: second.id },
      body: { officerName: 'Callum Reid', newTag: '9001' },
    }),
  );
  await after('an edit', () => edit(third.id, { keyDescription: 'Side door' }));
  await after('a deletion', () =>
    admin.call('deleteKeyBunch', { params: { id: third.id }, body: { reason: 'Handed back' } }),
  );
  const away = await site.company.bunch(site.there.id);
  await after(
    'an issue elsewhere',
    () => admin.call('issueKeyBunch', { params: { id: away.id }, body: { officerName: 'Callum Reid' } }),
    false,
  );
  await after('its end', () => admin.call('cancelAudit', { params }));
});

test('what was ticked and withdrawn after a revision makes the session that was read the one that is', async () => {
  const site = await makeSite(world);
  const { first, second, third, params } = await cabinet(site);
  const tick = (keyBunchId: number, seen: boolean) =>
    site.admin.call('tickAudit', { params, body: { keyBunchId, seen } });
  await tick(first.id, true);
  await tick(second.id, true);
  const { body: before } = await site.admin.call('getAudit', { params });
  await tick(third.id, true);
  await tick(first.id, false);
  const { body: since } = await site.admin.call('getAuditTicks', {
    params,
    query: { after: before.revision },
  });
  const { body: now } = await site.admin.call('getAudit', { params });
  expect(since.withdrawn).toEqual([first.id]);
  expect([...since.seen, ...before.seen.filter(({ keyBunchId }) => keyBunchId !== first.id)]).toEqual(
    now.seen,
  );
  const { revision, state, totalScanned, totalExpected } = now;
  expect(since).toMatchObject({ revision, state, totalScanned, totalExpected });
  for (const after of ['x', '-1', '']) {
    const answer = await site.admin.call('getAuditTicks', { params, query: { after } });
    expect([answer.status, answer.body.message]).toEqual([400, 'Unknown revision']);
  }
});
