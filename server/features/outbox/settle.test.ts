import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { ago, faultsOf, outcomeOf, phoneAt, type Rights } from '../../testing/phone.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const METRICS_TOKEN = 'metrics-token-of-this-file';
const world = useWorld({ METRICS_TOKEN, WRITES_PER_MINUTE: '1000000' });

/** Hannah gave a set to Owen without signal, after Dana had issued it to Callum. */
async function dispute(rights?: Rights) {
  const at = await phoneAt(world, rights);
  const id = await at.set({ keyCount: 3 });
  const seen = await at.see(id);
  const entry = at.entryOf('issue', id, seen, { holderId: at.owen, notes: 'Gate B' });
  await at.issue(id, at.callum);
  const { question } = await at.put(entry);
  expect(question).toMatchObject({ question: 'who_has', isOwn: true, settled: null });
  return { ...at, id, seen, question: question?.id ?? 0 };
}

describe('the answer to a question', () => {
  test('mine is a hand over from the recorded holder, done after what the register has', async () => {
    const { id, question, answer, history, read, owen, site } = await dispute();
    const { status, body } = await answer(question, 'mine');
    expect([status, body.settled?.answer, body.maySettle]).toEqual([200, 'mine', false]);
    const [entry, issue] = await history(id);
    expect(entry).toMatchObject({
      action: 'handover',
      notes: 'Gate B',
      details: { settles: question, holderId: owen },
    });
    expect((entry?.doneAt ?? '') >= (issue?.doneAt ?? 'z')).toBe(true);
    expect((await read(id)).holder?.name).toBe('Owen Reid');
    const { body: log } = await site.admin.call('listAuditLogs', { query: { keyBunchId: id } });
    expect(log.map(({ action }) => action).slice(0, 2)).toEqual(['late_settled', 'late_asked']);
    expect(await faultsOf(world)).toEqual([]);
    expect(await world.chains(site.company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  });

  test('theirs records nothing, and the entry stays as not recorded', async () => {
    const { id, question, answer, history, hannah, read } = await dispute();
    await answer(question, 'theirs');
    expect((await history(id)).map(({ action }) => action)).toEqual(['issue']);
    expect((await read(id)).holder?.name).toBe('Callum Reid');
    const list = async (query: Record<string, string>) => (await hannah.call('listOutbox', { query })).body;
    expect(await list({ state: 'open' })).toEqual([]);
    expect(await list({ state: 'settled', answer: 'theirs', keyBunchId: String(id) })).toMatchObject([
      { id: question, entries: [{ kind: 'issue', holder: { name: 'Owen Reid' }, notes: 'Gate B' }] },
    ]);
    expect(await list({ state: 'settled', answer: 'mine' })).toEqual([]);
    const file = async (query: Record<string, string> = {}) =>
      rowsIn(String((await hannah.call('exportMovements', { query })).body)).slice(1);
    expect((await file()).map(([, , type, , description]) => [type, description])).toEqual([
      ['Issue', 'Issued to Callum Reid'],
      ['Not recorded', 'Not recorded: Issued to Owen Reid'],
    ]);
    expect(await file({ action: 'return' })).toEqual([]);
    expect(await file({ search: 'Owen', late: 'true' })).toHaveLength(1);
  });

  test('on its hook is a return, counted, under a new tag', async () => {
    const { id, question, answer, read, history } = await dispute();
    expect((await answer(question, 'onHook')).body.errors).toEqual({
      newTag: 'New tag number is required when returning keys',
    });
    expect((await answer(question, 'onHook', { newTag: '900', keysCounted: 2 })).status).toBe(200);
    const bunch = await read(id);
    expect([bunch.status, bunch.currentTag, bunch.short?.keysPresent]).toEqual(['active', '900', 2]);
    const [entry] = await history(id);
    expect([entry?.lateEntry, entry?.details.settles]).toEqual([false, question]);
  });

  test('I do not know leaves it open and names who does not, once', async () => {
    const { question, answer, hannah } = await dispute();
    for (const person of [hannah, hannah]) await answer(question, 'unknown', {}, person);
    const { body } = await answer(question, 'unknown');
    expect(body.unknowns.map(({ user }) => user?.firstName)).toEqual(['Hannah', 'Dana']);
    expect([body.settled, body.maySettle]).toEqual([null, true]);
    expect((await answer(question, 'mine')).status).toBe(200);
  });

  test('is the first of several at once; the others hear whose it was', async () => {
    const { id, question, answer, hannah, history } = await dispute();
    const answers = await Promise.all([
      answer(question, 'mine'),
      answer(question, 'theirs', {}, hannah),
      answer(question, 'onHook', { newTag: '901' }),
      answer(question, 'mine', {}, hannah),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({
      code: 'settled',
      message: expect.stringMatching(/^(Dana Holt|Hannah Boyd) answered this already$/),
    });
    expect((await answer(question, 'unknown')).status).toBe(409);
    expect((await history(id)).filter(({ details }) => details.settles).length).toBeLessThan(2);
  });

  test('mine records later entries on the set too, which joined the question', async () => {
    const { id, seen, question, answer, owen, entryOf, put, read, history } = await dispute();
    const out = { ...seen, status: 'issued', holderId: owen };
    const joined = await put(entryOf('return', id, out, { newTag: '902' }));
    expect([outcomeOf(joined), joined.question?.id, joined.question?.entries.length]).toEqual([
      'who_has',
      question,
      2,
    ]);
    await answer(question, 'mine');
    expect((await history(id)).map(({ action }) => action)).toEqual(['return', 'handover', 'issue']);
    expect((await read(id)).currentTag).toBe('902');
    // The next entry is judged by itself again.
    expect(
      outcomeOf(await put(entryOf('issue', id, { ...seen, currentTag: '902' }, { holderId: owen }))),
    ).toBe('recorded');
  });

  test('locks where a later return goes before the history: no deadlock with a return or an edit there', async () => {
    const at = await phoneAt(world);
    const { site, owen, callum, see, set, entryOf, send, issue, answer } = at;
    const to = site.there.id;
    const retries = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const { body } = await world.app.inject({ url: '/metrics', headers });
      return /^keyhold_transaction_retries_total\{why="asked by PostgreSQL"\} (\d+)/m.exec(body)?.[1];
    };
    /** A set that Callum has, and a question: was it given to Owen, who brought it to `to`? */
    const asked = async () => {
      const id = await set();
      const seen = await see(id);
      await issue(id, callum);
      const given = entryOf('issue', id, seen, { holderId: owen });
      const out = { ...seen, status: 'issued', holderId: owen };
      const back = entryOf('return', id, out, { newTag: `${id}1`, toLocationId: to });
      const { body } = await send([given, back]);
      expect(body.answers.map(outcomeOf)).toEqual(['who_has', 'who_has']);
      return body.answers[0]?.question?.id ?? 0;
    };
    const before = await retries();
    for (let round = 0; round < 20; round += 1) {
      const [one, other, id] = await Promise.all([asked(), asked(), set()]);
      await issue(id, callum);
      const items = [{ keyBunchId: id, newTag: `${id}1`, toLocationId: to }];
      const done = await Promise.all([
        answer(one, 'mine'),
        site.admin.call('updateLocation', { params: { id: to }, body: { name: `Depot ${id}` } }),
        answer(other, 'mine'),
        site.admin.call('returnBatch', { body: { items } }),
      ]);
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await retries(), `round ${round}`).toBe(before);
    }
    expect(await faultsOf(world)).toEqual([]);
  }, 60_000);

  test('both stories: the entries, the movements since the phone saw the set, and numbers to call', async () => {
    const { id, question, hannah, callum } = await dispute();
    await world.sql("update holders set phone = '0161 496 0001' where id = $1", [callum]);
    const { body } = await hannah.call('getOutboxQuestion', { params: { id: question } });
    expect(body.movements.map(({ keyBunchId, action }) => [keyBunchId, action])).toEqual([[id, 'issue']]);
    expect(body.people.find((one) => one.id === callum)).toMatchObject({
      name: 'Callum Reid',
      phone: '0161 496 0001',
    });
    expect(body.now?.holder?.name).toBe('Callum Reid');
  });
});

describe('who may see and answer', () => {
  test('its author, and those who issue keys where the set is', async () => {
    const { question, answer, site, hannah } = await dispute();
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    const viewer = await site.company.as('viewer');
    const stranger = (await makeSite(world)).admin;
    for (const person of [elsewhere, viewer, stranger]) {
      expect((await person.call('listOutbox')).body).toEqual([]);
      expect((await person.call('getOutboxQuestion', { params: { id: question } })).status).toBe(404);
      expect((await answer(question, 'theirs', {}, person)).status).toBe(404);
    }
    const here = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    for (const person of [hannah, here, site.admin])
      expect((await person.call('listOutbox')).body.map(({ id }) => id)).toEqual([question]);
    expect((await answer(question, 'theirs', {}, here)).status).toBe(200);
  });

  test('an author whose rights were withdrawn still sees it, and cannot record by it', async () => {
    const { question, answer, hannah } = await dispute();
    await world.sql("update users set role = 'viewer' where id = $1", [hannah.id]);
    expect((await hannah.call('listOutbox')).body.map(({ id }) => id)).toEqual([question]);
    for (const kind of ['mine', 'onHook'] as const)
      expect((await answer(question, kind, { newTag: '903' }, hannah)).status).toBe(403);
    expect((await answer(question, 'theirs', {}, hannah)).status).toBe(200);
  });

  test('a dismissed person sends nothing, and what waits on the phone is sent when they are back', async () => {
    const { set, see, entryOf, send, owen, hannah } = await phoneAt(world);
    const id = await set();
    const entries = [entryOf('issue', id, await see(id), { holderId: owen })];
    await world.sql('update users set is_active = false where id = $1', [hannah.id]);
    expect((await send(entries)).status).toBe(401);
    expect(await world.sql('select from outbox_entries where user_id = $1', [hannah.id])).toEqual([]);
    await world.sql('update users set is_active = true where id = $1', [hannah.id]);
    const { body } = await send(entries, await world.signIn(hannah.email));
    expect(body.answers.map(outcomeOf)).toEqual(['recorded']);
  });
});

describe('a device', () => {
  test('has one key of 32 bytes for each person, which no table shows', async () => {
    const { site, hannah, device } = await phoneAt(world);
    const key = async (person = hannah) =>
      (await person.call('registerDevice', { body: { id: device, name: 'Hannah’s phone' } })).body.key ?? '';
    const [one, again, others] = [await key(), await key(), await key(site.admin)];
    expect([Buffer.from(one, 'base64').length, again === one, others === one]).toEqual([32, true, false]);
    const [row] = await world.sql<{ secret: Buffer }>('select secret from devices where user_id = $1', [
      hannah.id,
    ]);
    expect(row?.secret.includes(one)).toBe(false);
    const headers = { 'idempotency-key': randomUUID() };
    const about = { body: { id: device, name: 'Hannah’s phone' }, headers };
    await hannah.call('registerDevice', about);
    expect((await hannah.call('registerDevice', about)).body).toEqual({ offlineDays: 3 });
  });

  test('is listed with what it still has, and forgotten: its key is gone and it is told so', async () => {
    const { hannah, device, send, site } = await phoneAt(world);
    await send([], hannah, { unsent: 4 });
    expect((await hannah.call('listDevices')).body).toMatchObject([{ id: device, name: 'Phone', unsent: 4 }]);
    expect((await site.admin.call('listDevices')).body).toEqual([]);
    expect((await site.admin.call('forgetDevice', { params: { device } })).status).toBe(404);
    expect((await hannah.call('forgetDevice', { params: { device } })).status).toBe(200);
    expect((await hannah.call('listDevices')).body).toEqual([]);
    for (const answer of [
      await send([]),
      await hannah.call('registerDevice', { body: { id: device, name: 'Phone' } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([410, 'device_forgotten']);
    const { body } = await hannah.call('sendOutbox', { body: { device: randomUUID(), entries: [] } });
    expect(body.code).toBe('not_found');
    expect(await world.sql('select secret from devices where id = $1', [device])).toEqual([{ secret: null }]);
  });

  test('whose key was made under another SECRETS_KEY is refused and keeps its entries, until it is forgotten', async () => {
    const { hannah, device } = await phoneAt(world);
    await world.sql("update devices set key_id = 'another' where user_id = $1", [hannah.id]);
    const register = async (id: string) => {
      const { status, body } = await hannah.call('registerDevice', { body: { id, name: 'Phone' } });
      return [status, body.code];
    };
    expect(await register(device)).toEqual([409, 'unreadable_device']);
    const [kept] = await world.sql('select secret is not null as kept from devices where id = $1', [device]);
    expect(kept).toEqual({ kept: true });
    expect((await hannah.call('forgetDevice', { params: { device } })).status).toBe(200);
    expect(await register(randomUUID())).toEqual([200, undefined]);
  });

  test('keeps what it read as long as the company says', async () => {
    const { site, hannah } = await phoneAt(world);
    expect((await hannah.call('getMe')).body.offlineDays).toBe(3);
    const change = (offlineDays: number) => site.admin.call('updateCompany', { body: { offlineDays } });
    expect((await change(0)).body.errors).toEqual({ offlineDays: 'Must be a whole number from 1 to 14' });
    expect((await change(15)).status).toBe(400);
    expect((await change(7)).body.offlineDays).toBe(7);
    expect((await hannah.call('getMe')).body.offlineDays).toBe(7);
  });
});

describe('a number that never arrived', () => {
  test('is named a day after a later one came, to its person and administrators, unless it was taken back', async () => {
    const { set, see, entryOf, send, owen, hannah, site } = await phoneAt(world);
    const id = await set();
    const entry = { ...entryOf('issue', id, await see(id), { holderId: owen }), n: 5 };
    await send([entry], hannah, { takenBack: [2] });
    const gaps = async (person = hannah) => (await person.call('listOutboxGaps')).body.map(({ n }) => n);
    expect(await gaps()).toEqual([]);
    await world.sql('alter table outbox_entries disable trigger append_only');
    await world.sql("update outbox_entries set received_at = received_at - interval '25 hours'");
    await world.sql('alter table outbox_entries enable trigger append_only');
    expect([await gaps(), await gaps(site.admin)]).toEqual([
      [1, 3, 4],
      [1, 3, 4],
    ]);
    expect(await gaps(await site.company.as('officer'))).toEqual([]);
    await send([{ ...entry, key: randomUUID(), n: 3 }]);
    expect(await gaps()).toEqual([1, 4]);
  });
});

describe('what is refused whole', () => {
  test('a malformed entry, and nothing of the call is written', async () => {
    const { set, see, entryOf, send, owen, hannah } = await phoneAt(world);
    const id = await set();
    const good = entryOf('issue', id, await see(id), { holderId: owen });
    const bad = [
      { ...good, kind: 'move' },
      { ...good, body: {} },
      { ...good, n: 0 },
      { ...good, doneAt: 'yesterday' },
      { ...good, extra: 1 },
      { ...good, body: { holderId: owen, dueAt: ago(60) } },
    ];
    for (const one of bad)
      expect((await send([good, one as typeof good])).status, JSON.stringify(one)).toBe(400);
    expect((await send(Array.from({ length: 51 }, () => good))).status).toBe(400);
    expect(await world.sql('select from outbox_entries where user_id = $1', [hannah.id])).toEqual([]);
    expect((await see(id)).status).toBe('active');
  });
});
