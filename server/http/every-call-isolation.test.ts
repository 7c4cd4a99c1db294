import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../../shared/api.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { approvalOf, pushDeviceOf } from '../testing/approval.ts';
import { dumpCompany, seen } from '../testing/dump.ts';
import { putPasskey } from '../testing/factors.ts';
import { kioskOf } from '../testing/kiosk.ts';
import type { RecordKind } from '../testing/sample.ts';
import { type AnyInput, CALLS, inputOf, samples, send } from '../testing/samples.ts';
import {
  importOf,
  makeSite,
  noticeOf,
  premisesOf,
  questionOf,
  reservationOf,
  roomHandoverOf,
  roundOf,
  type Site,
} from '../testing/site.ts';
import { type Answer, type Person, useWorld } from '../testing/world.ts';

// Invisible records do not exist for a caller: for every id in a path, a body or a query of the contract, a record of another company and
// one outside the allowed locations get exactly the answer of an id that never existed.
const world = useWorld();
const NEVER = 2_000_000_000;
let mine: Site;
let theirs: Site;
let limited: Person;

/** Ids of records that do not change: one set in the other company, one at my company's other site. */
type Ids = Record<RecordKind, number>;
let foreign: Ids;
let outside: Partial<Ids>;

async function idsAt(site: Site, locationId: number): Promise<Ids> {
  const bunch = await site.company.bunch(locationId, { notes: 'secret of theirs' });
  await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'Theirs' } });
  const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: bunch.id } })).body;
  await site.company.bunch(locationId, { notes: 'secret of theirs too' });
  const audit = (await site.admin.call('startAudit', { body: { locationId } })).body.id;
  const params = { category: 'actions' as const };
  const body = { name: `isolation ${bunch.id}`, displayName: 'secret of theirs' };
  const setting = (await site.admin.call('createSetting', { params, body })).body.id;
  const [holder] = await world.sql<{ id: number }>('select id from holders where user_id = $1', [
    site.admin.id,
  ]);
  return {
    location: locationId,
    bunch: bunch.id,
    user: site.admin.id,
    movement: entry?.id ?? 0,
    audit,
    setting,
    holder: holder?.id ?? 0,
    webhook: (await samples.deleteWebhook.input(site, site.admin)).params?.id as number,
    delivery: (await samples.replayDelivery.input(site, site.admin)).params?.id as number,
    token: (await samples.revokeToken.input(site, site.admin)).params?.id as number,
    premises: await premisesOf(site, bunch.id),
    import: await importOf(site, site.admin),
    notice: await noticeOf(site, bunch.id),
    passkey: await putPasskey(world, site.admin.id),
    question: await questionOf(site, site.admin, locationId),
    reservation: await reservationOf(site, site.admin.id, locationId),
    round: await roundOf(site, locationId),
    roomHandover: await roomHandoverOf(site, locationId),
    kiosk: (await kioskOf(site, locationId)).id,
    approval: await approvalOf(site, { locationId }),
    device: await pushDeviceOf(site, site.admin.id),
    session: (await samples.endSession.input(site, site.admin)).params?.id as number,
  };
}

beforeAll(async () => {
  mine = await makeSite(world);
  theirs = await makeSite(world);
  limited = await mine.company.as('officer', {
    allowedLocationIds: [mine.here.id],
    customPermissions: [...PERMISSIONS],
  });
  foreign = await idsAt(theirs, theirs.here.id);
  const {
    user: _ofNoPlace,
    setting: _ofNone,
    holder: _ofAll,
    token: _ofPrograms,
    webhook: _ofAddresses,
    delivery: _ofEvents,
    import: _ofPeople,
    ...elsewhere
  } = await idsAt(mine, mine.there.id);
  outside = elsewhere;
  // Each company has a record that the query would find.
  await idsAt(mine, mine.here.id);
});

/** Sends one input twice, once with the id and once with one that never existed, and expects equal answers. */
async function expectSame(me: Person, name: CallName, withId: (id: number) => AnyInput, id: number) {
  const there = await send(me, name, withId(id));
  const never = await send(me, name, withId(NEVER));
  const hidden = (text: string) => text.replaceAll(String(id), 'ID').replaceAll(String(NEVER), 'ID');
  const told = `${name} ${JSON.stringify(withId(id))}`;
  expect({ ...seen(there), body: hidden(seen(there).body) }, told).toEqual({
    ...seen(never),
    body: hidden(seen(never).body),
  });
  return there;
}

const withPath = CALLS.filter((name) => samples[name].id);
const withNames = CALLS.flatMap((name) =>
  Object.entries(samples[name].names ?? {}).map(([field, kind]) => ({ name, field, kind })),
);

describe('an id in a path', () => {
  for (const name of withPath) {
    test(`PERM-23 ${name}: a record of another company is answered like a missing one, and stays as it is`, async () => {
      const kind = samples[name].id ?? 'bunch';
      const before = await dumpCompany(world, theirs.company.id);
      for (const me of [mine.admin, limited]) {
        const input = await inputOf(name, mine, me);
        const answer = await expectSame(
          me,
          name,
          (id) => ({ ...input, params: { ...input.params, id } }),
          foreign[kind],
        );
        expect(answer.status).toBe(404);
      }
      expect(await dumpCompany(world, theirs.company.id)).toBe(before);
    });

    if (
      ['user', 'setting', 'holder', 'token', 'webhook', 'delivery', 'import'].includes(samples[name].id ?? '')
    )
      continue;
    test(`PERM-20 ${name}: a record outside the allowed locations is answered like a missing one`, async () => {
      const id = outside[samples[name].id ?? 'bunch'] ?? 0;
      const input = await inputOf(name, mine, mine.admin);
      const before = await dumpCompany(world, mine.company.id);
      const answer = await expectSame(
        limited,
        name,
        (to) => ({ ...input, params: { ...input.params, id: to } }),
        id,
      );
      expect(answer.status).toBe(404);
      expect(await dumpCompany(world, mine.company.id)).toBe(before);
    });
  }
});

describe('an id in a body or a query', () => {
  for (const { name, field, kind } of withNames) {
    const part = api[name].method === 'GET' ? 'query' : 'body';
    const withField = (input: AnyInput, id: number): AnyInput => ({
      ...input,
      [part]: { ...(part === 'body' && input.body), [field]: id },
    });

    test(`PERM-23 ${name} ${field}: a record of another company is answered like a missing one`, async () => {
      const input = await inputOf(name, mine, mine.admin);
      const before = [await dumpCompany(world, theirs.company.id), await dumpCompany(world, mine.company.id)];
      const ask = (id: number) => withField(input, id);
      const answer = await expectSame(mine.admin, name, ask, foreign[kind]);
      if (part === 'body') expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toMatch(/secret of theirs|Theirs/);
      expect([
        await dumpCompany(world, theirs.company.id),
        await dumpCompany(world, mine.company.id),
      ]).toEqual(before);
    });

    // Holders belong to the whole company, as users do.
    if (kind === 'user' || kind === 'holder') continue;
    test(`PERM-20 ${name} ${field}: a record outside the allowed locations is answered like a missing one`, async () => {
      const input = await inputOf(name, mine, limited);
      const before = await dumpCompany(world, mine.company.id);
      const ask = (id: number) => withField(input, id);
      const answer = await expectSame(limited, name, ask, outside[kind] ?? 0);
      if (part === 'body') expect(answer.status).toBe(404);
      expect(await dumpCompany(world, mine.company.id)).toBe(before);
    });
  }
});

describe('what lists, counts and files hold', () => {
  const reads = CALLS.filter(
    (name) => api[name].method === 'GET' && !samples[name].id && samples[name].access !== 'kiosk',
  );
  /** For reads about a record, the input for one of the own company; for the others, the full input. */
  const aboutOwn = async (name: CallName): Promise<AnyInput> => {
    if (name === 'listAuditLogs') return { query: { keyBunchId: (await idsAt(mine, mine.here.id)).bunch } };
    if (['getNextTag', 'lookUp', 'getReceipt', 'getImportMapping'].includes(name))
      return inputOf(name, mine, mine.admin);
    if (name === 'getRegisterSheet') return { query: { location: mine.here.id } };
    if (name === 'getBulkMove') return { query: { fromLocationId: mine.here.id } };
    return {};
  };
  /** The files of the archive without its statement, which each export signs again with the time. */
  const archive = async (): Promise<Answer<never>> => {
    const headers = { cookie: mine.admin.cookie ?? '' };
    const reply = await world.app.inject({ method: 'GET', url: api.exportEverything.path, headers });
    const { 'statement.json': statement, ...files } = unzipSync(reply.rawPayload);
    expect(statement?.length).toBeGreaterThan(0);
    const body = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]);
    return { status: reply.statusCode, headers: reply.headers, body: body as never };
  };
  for (const name of reads) {
    test(`PERM-23 ${name} has nothing of another company`, async () => {
      const input = await aboutOwn(name);
      const read = async () => {
        const answer = await (name === 'exportEverything' ? archive() : send(mine.admin, name, input));
        // The position in the changes of the whole database, which tells nothing about them.
        if (name === 'getChanges') {
          Object.assign(answer.body, { position: '' });
          Object.assign(answer.headers, { 'content-length': '' });
        }
        return answer;
      };
      const before = await read();
      await idsAt(theirs, theirs.here.id);
      const after = await read();
      expect(after.status).toBe(name === 'getDemoHint' ? 404 : 200);
      expect({ ...seen(after), etag: '' }).toEqual({ ...seen(before), etag: '' });
      expect(JSON.stringify(after.body)).not.toContain(theirs.company.name);
    });
  }
});
