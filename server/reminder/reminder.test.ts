import { describe, expect, test } from 'vitest';
import { clockIn } from '../../shared/clock-text.ts';
import { dayOf } from '../../shared/zone.ts';
import { tokenIn, useMailWorld } from '../testing/mail.ts';
import { outsider, remindersOf } from '../testing/remind.ts';

const { world, mail } = useMailWorld({ LOG_LEVEL: 'warn' });
const on = remindersOf(world, mail);

const DUE = '2026-03-02T09:00:00Z';
const FIRST = '2026-03-02T09:41:00Z';
const HOUR = 3_600_000;
const subjects = (email: string) => on.lettersTo(email).map(({ subject }) => subject);

async function firm(timezone = 'Europe/London') {
  const company = await world.newCompany();
  const name = `Riverside Keys ${company.id}`;
  await company.admin.call('updateCompany', { body: { name, timezone } });
  const here = await company.location({ name: 'Harbour Yard' });
  const there = await company.location({ name: 'North Gate' });
  return { company, here, there, owen: await outsider(company) };
}

describe('a letter about what is overdue', () => {
  test('is one a person and run, says what is late and where it belongs by the company’s clock, and never what it opens', async () => {
    const { company, here, owen } = await firm();
    const premises = await company.admin.call('createPremises', {
      body: { name: 'Pier House', address: '12 High Street' },
    });
    const about = { keyDescription: 'Strong room', premisesIds: [premises.body.id] };
    const one = await on.out(company, here.id, owen.id, DUE, about);
    const two = await on.out(company, here.id, owen.id, '2026-02-28T22:00:00Z', about);
    await on.out(company, here.id, owen.id, '2026-03-02T12:00:00Z');
    await on.runFor(company, FIRST);
    const [letter, ...more] = on.lettersTo(owen.email);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('2 key sets are overdue');
    for (const part of [letter?.text ?? '', letter?.html ?? '']) {
      expect(part.indexOf(two.identifier)).toBeLessThan(part.indexOf(one.identifier));
      expect(part).toContain('Was due Mon 2 Mar 2026, 09:00 GMT');
      expect(part).toContain('Was due Sat 28 Feb 2026, 22:00 GMT');
      expect(part).toMatch(/\d+ days overdue/);
      expect(part).toContain('Belongs at Harbour Yard');
      expect(part).toContain('Hello Owen Hartley,');
      expect(part).toMatch(
        /This is a reminder from “Riverside Keys \d+”\. You still have 2 of our key sets, and they are overdue:/,
      );
      expect(part).toMatch(/https:\/\/keys\.example\.com\/stop-reminders\/[\w-]{43}/);
      expect(part).not.toMatch(/Strong room|Pier House|High Street|\/out/);
    }
    expect(letter?.raw.replace(/\r\n\s+/g, ' ')).toMatch(
      /^List-Unsubscribe: <https:\/\/keys\.example\.com\/stop-reminders\/[\w-]{43}>/m,
    );
  });

  test('says who needs the set next by the company’s clock: another person, not who has it', async () => {
    // A zone in which it is about noon.
    const ahead = 12 - new Date().getUTCHours();
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    const { company, here, owen } = await firm(zone);
    const ana = await outsider(company, { name: 'Ana Ruiz' });
    const officer = await company.as('officer');
    await on.asks(officer, 'soon');
    const tomorrow = dayOf(Date.now(), zone, 1).from;
    const reserve = async (keyBunchId: number, holderId: number, from: number, until: number) => {
      const times = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
      const body = { holderId, ...times, items: [{ keyBunchId }] };
      expect((await company.admin.call('createReservations', { body })).status).toBe(201);
    };
    const [next, begun, own] = [
      await on.out(company, here.id, owen.id, DUE),
      await on.out(company, here.id, owen.id, DUE),
      await on.out(company, here.id, owen.id, DUE),
    ];
    const since = Date.now() - 5 * 60_000;
    await reserve(next.id, owen.id, tomorrow, tomorrow + HOUR);
    await reserve(next.id, ana.id, tomorrow + 6 * HOUR, tomorrow + 12 * HOUR);
    await reserve(begun.id, ana.id, since, tomorrow);
    await reserve(own.id, owen.id, tomorrow, tomorrow + HOUR);
    await on.runFor(company, FIRST);
    for (const email of [owen.email, officer.email]) {
      const letter = on.lettersTo(email).find(({ subject }) => subject.includes('overdue'));
      for (const text of [letter?.text ?? '', letter?.html ?? ''])
        expect(text.match(/Needed [^<\r\n]*/g)?.toSorted()).toEqual([
          `Needed since today ${clockIn(since, zone)} by Ana Ruiz`,
          'Needed tomorrow 06:00 by Ana Ruiz',
        ]);
    }
  });

  test('is sent once for each set, and not to whoever nobody ticked or has no address', async () => {
    const { company, here, owen } = await firm();
    const silent = await outsider(company, { sendReminders: false });
    const nameless = await outsider(company, { email: null, sendReminders: false });
    for (const { id } of [owen, silent, nameless]) await on.out(company, here.id, id, DUE);
    const later = await on.out(company, here.id, owen.id, '2026-03-02T09:43:00Z');
    await on.runFor(company, FIRST);
    // In these five minutes another server sends none.
    expect(await on.run('2026-03-02T09:44:00Z')).toBe(0);
    await on.runFor(company, '2026-03-02T09:46:00Z');
    await on.runFor(company, '2026-03-02T09:51:00Z');
    expect(subjects(owen.email)).toEqual(['1 key set is overdue', '1 key set is overdue']);
    expect(on.lettersTo(owen.email)[1]?.text).toContain(later.identifier);
    expect(on.lettersTo(silent.email)).toEqual([]);
  });

  test('is not sent when the set came back while it waited to leave', async () => {
    const { company, here, owen } = await firm();
    const back = await on.out(company, here.id, owen.id, DUE);
    await on.runRefused(FIRST);
    expect(await on.waiting(company)).toBe(1);
    const body = { officerName: 'Owen Hartley', newTag: '900001' };
    expect((await company.admin.call('returnKeyBunch', { params: { id: back.id }, body })).status).toBe(200);
    await on.triedAgain(company);
    await on.runFor(company, '2026-03-02T10:00:00Z');
    expect(on.lettersTo(owen.email)).toEqual([]);
  });

  test('after an extension comes when that is over, and after a handover to the one who has it now', async () => {
    const { company, here, owen } = await firm();
    const mia = await outsider(company, { name: 'Mia Stone' });
    const extended = await on.out(company, here.id, owen.id, DUE);
    const handed = await on.out(company, here.id, owen.id, DUE);
    await on.runFor(company, FIRST);
    expect(subjects(owen.email)).toEqual(['2 key sets are overdue']);
    const due = { dueAt: '2120-01-01T00:00:00Z' };
    expect((await company.admin.call('changeDue', { params: { id: extended.id }, body: due })).status).toBe(
      200,
    );
    const over = { holderId: mia.id };
    expect((await company.admin.call('handOver', { params: { id: handed.id }, body: over })).status).toBe(
      200,
    );
    await on.runFor(company, '2026-03-02T10:00:00Z');
    expect(subjects(mia.email)).toEqual(['1 key set is overdue']);
    await world.sql("update key_bunches set due_at = '2026-03-02T11:00:00Z' where id = $1", [extended.id]);
    await on.runFor(company, '2026-03-02T11:01:00Z');
    expect(subjects(owen.email)).toEqual(['2 key sets are overdue', '1 key set is overdue']);
    expect(on.lettersTo(owen.email)[1]?.text).not.toContain(handed.identifier);
  });
});

describe('a user', () => {
  test('who asked hears of the sets at their locations alone, and who asked for nothing hears of what they have', async () => {
    const { company, here, there, owen } = await firm();
    const limited = await company.as('officer', { allowedLocationIds: [here.id], firstName: 'Lena' });
    const everywhere = await company.as('officer');
    const blind = await company.as('officer', { permissions: ['location:view'] });
    const quiet = await company.as('officer');
    for (const person of [limited, everywhere]) await on.asks(person, 'soon');
    expect((await blind.call('saveReminderWish', { body: { wish: 'soon' } })).status).toBe(403);
    await world.sql(
      "insert into reminder_wishes (company_id, user_id, wish, asked_at) values ($1, $2, 'soon', '2020-01-01')",
      [company.id, blind.id],
    );
    const far = await on.out(company, there.id, owen.id, DUE);
    const named = await on.out(company, there.id, 'Somebody Nobody Knows', DUE);
    const quiets = await on.out(company, there.id, await on.holderOf(quiet), DUE);
    await on.runFor(company, FIRST);
    expect(on.lettersTo(limited.email)).toEqual([]);
    expect(on.lettersTo(blind.email)).toEqual([]);
    expect(subjects(everywhere.email)).toEqual(['3 key sets are overdue']);
    expect(on.lettersTo(everywhere.email)[0]?.text).toContain('With Somebody Nobody Knows');
    expect(on.lettersTo(everywhere.email)[0]?.text).toContain('https://keys.example.com/out?tab=overdue');
    expect(on.lettersTo(everywhere.email)[0]?.raw).not.toContain('List-Unsubscribe');
    expect(subjects(quiet.email)).toEqual(['1 key set is overdue']);
    // One letter about their own sets and those of others.
    const own = await on.out(company, here.id, await on.holderOf(limited), '2026-03-02T09:50:00Z');
    const near = await on.out(company, here.id, owen.id, '2026-03-02T09:50:00Z');
    await on.runFor(company, '2026-03-02T09:51:00Z');
    expect(subjects(limited.email)).toEqual(['2 key sets are overdue']);
    const text = on.lettersTo(limited.email)[0]?.text ?? '';
    expect(text).toContain('Hello Lena,');
    expect(text).toContain('You still have one of our key sets, overdue, and others have more:');
    for (const { identifier } of [own, near]) expect(text).toContain(identifier);
    for (const { identifier } of [far, named, quiets]) expect(text).not.toContain(`${identifier}\n`);
  });

  test('whose locations were taken away while a letter waited does not get it', async () => {
    const { company, here, there, owen } = await firm();
    const person = await company.as('officer');
    await on.asks(person, 'soon');
    await on.out(company, there.id, owen.id, DUE);
    await on.runRefused(FIRST);
    await world.sql('update users set allowed_location_ids = $2 where id = $1', [person.id, [here.id]]);
    await on.triedAgain(company);
    expect(on.lettersTo(owen.email)).toHaveLength(1);
    expect(on.lettersTo(person.email)).toEqual([]);
  });

  test('who hears as it happens is written to once an hour at most', async () => {
    const { company, here } = await firm();
    const person = await company.as('officer');
    await on.asks(person, 'soon');
    for (const minute of ['00', '10', '20'])
      await on.out(company, here.id, 'Callum Reid', `2026-03-02T09:${minute}:00Z`);
    for (const minute of ['01', '11', '21', '56']) await on.runFor(company, `2026-03-02T09:${minute}:00Z`);
    expect(subjects(person.email)).toEqual(['1 key set is overdue']);
    await on.runFor(company, '2026-03-02T10:01:00Z');
    expect(subjects(person.email)).toEqual(['1 key set is overdue', '2 key sets are overdue']);
  });

  test('says for themselves when to hear, by the company’s clock; somebody else’s wish is not theirs', async () => {
    const { company } = await firm('Australia/Lord_Howe');
    const [one, other] = [await company.as('officer'), await company.as('viewer')];
    expect((await one.call('getReminderWish')).body).toEqual({
      wish: 'never',
      time: null,
      timezone: 'Australia/Lord_Howe',
      mail: true,
    });
    const daily = { wish: 'daily', time: '07:30' };
    expect((await one.call('saveReminderWish', { body: daily })).body).toMatchObject(daily);
    expect((await other.call('getReminderWish')).body.wish).toBe('never');
    for (const body of [{ wish: 'daily' }, { wish: 'daily', time: '24:00' }, { wish: 'often' }, {}])
      expect((await one.call('saveReminderWish', { body })).status, JSON.stringify(body)).toBe(400);
    expect((await one.call('getReminderWish')).body).toMatchObject(daily);
  });
});

/** Days on which clocks change, each from the day before, at 08:00 and at a time that is left out or comes twice. */
const CHANGES: [zone: string, time: string, moments: [string, string, string]][] = [
  ['Europe/London', '08:00', ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', '2026-03-30T07:00:00Z']],
  ['Europe/London', '08:00', ['2025-10-25T07:00:00Z', '2025-10-26T08:00:00Z', '2025-10-27T08:00:00Z']],
  ['Europe/London', '01:30', ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z']],
  ['Europe/London', '01:30', ['2025-10-25T00:30:00Z', '2025-10-26T00:30:00Z', '2025-10-27T01:30:00Z']],
  ['America/New_York', '08:00', ['2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z']],
  ['America/New_York', '08:00', ['2025-11-01T12:00:00Z', '2025-11-02T13:00:00Z', '2025-11-03T13:00:00Z']],
  ['America/New_York', '01:30', ['2025-11-01T05:30:00Z', '2025-11-02T05:30:00Z', '2025-11-03T06:30:00Z']],
  ['Australia/Lord_Howe', '08:00', ['2025-10-03T21:30:00Z', '2025-10-04T21:00:00Z', '2025-10-05T21:00:00Z']],
  ['Australia/Lord_Howe', '08:00', ['2026-04-03T21:00:00Z', '2026-04-04T21:30:00Z', '2026-04-05T21:30:00Z']],
];

describe('a letter of the day', () => {
  test.each(CHANGES)(
    'in %s at %s comes at %j: once a day, whatever clocks do',
    async (zone, time, moments) => {
      const { company, here } = await firm(zone);
      const person = await company.as('officer');
      await on.asks(person, 'daily', time);
      const minutes = (moment: string, by: number) =>
        new Date(Date.parse(moment) + by * 60_000).toISOString();
      // The first run covers the times before it: those that the server slept through are made up for.
      await on.runFor(company, minutes(moments[0], -300));
      for (const [day, moment] of moments.entries()) {
        await on.out(company, here.id, 'Callum Reid', minutes(moment, -120), { identifier: `DAY-${day}` });
        for (const by of [-60, -5]) await on.runFor(company, minutes(moment, by));
        expect(on.lettersTo(person.email)).toHaveLength(day);
        await on.runFor(company, moment);
        expect(on.lettersTo(person.email)).toHaveLength(day + 1);
        expect(on.lettersTo(person.email)[day]?.text).toContain(`DAY-${day}`);
        // Sets that become overdue after it wait for tomorrow's letter.
        for (const by of [5, 30, 60, 65, 600]) await on.runFor(company, minutes(moment, by));
        expect(on.lettersTo(person.email)).toHaveLength(day + 1);
      }
    },
  );

  test('asked for after its time begins tomorrow, and a day without anything has none', async () => {
    const { company, here } = await firm();
    const person = await company.as('officer');
    await on.asks(person, 'daily', '08:00');
    await world.sql("update reminder_wishes set asked_at = '2026-03-02T09:30:00Z' where user_id = $1", [
      person.id,
    ]);
    await on.out(company, here.id, 'Callum Reid', DUE);
    await on.runFor(company, FIRST);
    expect(on.lettersTo(person.email)).toEqual([]);
    await on.runFor(company, '2026-03-03T08:00:00Z');
    expect(on.lettersTo(person.email)).toHaveLength(1);
    await on.runFor(company, '2026-03-04T08:00:00Z');
    await on.out(company, here.id, 'Callum Reid', '2026-03-04T08:10:00Z');
    await on.runFor(company, '2026-03-04T10:00:00Z');
    expect(on.lettersTo(person.email)).toHaveLength(1);
    await on.runFor(company, '2026-03-05T08:00:00Z');
    expect(on.lettersTo(person.email)).toHaveLength(2);
  });
});

describe('stopping reminders', () => {
  const stop = (token: string) => world.visitor.call('stopReminders', { body: { token } });

  test('by the link of a letter works once, and a used link looks like one that never was', async () => {
    const { company, here, owen } = await firm();
    await on.out(company, here.id, owen.id, DUE);
    await on.runFor(company, FIRST);
    const token = tokenIn(await mail.next(owen.email));
    const holder = async () => (await company.admin.call('getHolder', { params: { id: owen.id } })).body;
    // Opening the page changes nothing.
    const page = await world.request('GET', `/stop-reminders/${token}`);
    expect(page.status).toBeLessThan(500);
    expect(await holder()).toMatchObject({ sendReminders: true, remindersStoppedAt: null });
    expect((await stop(token)).status).toBe(200);
    expect(await holder()).toMatchObject({ sendReminders: false, remindersStoppedAt: expect.any(String) });
    const [used, unknown] = [await stop(token), await stop('A'.repeat(43))];
    expect(used.status).toBe(400);
    expect([used.status, used.body]).toEqual([unknown.status, unknown.body]);
    await on.out(company, here.id, owen.id, '2026-03-02T09:45:00Z');
    await on.runFor(company, '2026-03-02T10:00:00Z');
    expect(on.lettersTo(owen.email)).toHaveLength(1);
  });

  test('while a letter waits keeps that one back too', async () => {
    const { company, here, owen } = await firm();
    await on.out(company, here.id, owen.id, DUE);
    await on.runRefused(FIRST);
    await world.sql('update holders set send_reminders = false where id = $1', [owen.id]);
    await on.triedAgain(company);
    expect(on.lettersTo(owen.email)).toEqual([]);
  });

  test('"Send reminders" needs an address, and is nobody’s who signs in', async () => {
    const { company, owen } = await firm();
    const { admin } = company;
    const without = await admin.call('createHolder', { body: { name: 'Nora', sendReminders: true } });
    expect([without.status, without.body.errors]).toEqual([
      400,
      { email: 'Enter an email to send reminders to' },
    ]);
    const params = { id: owen.id };
    expect(
      (await admin.call('updateHolder', { params, body: { email: null, sendReminders: true } })).status,
    ).toBe(400);
    expect((await admin.call('updateHolder', { params, body: { email: null } })).body).toMatchObject({
      email: null,
      sendReminders: false,
    });
    const mine = { params: { id: await on.holderOf(admin) }, body: { sendReminders: true } };
    expect((await admin.call('updateHolder', mine)).status).toBe(400);
  });
});

describe('how reminders do', () => {
  test('is told to administrators: the last run, the letters of a week, and the dashboard says when none ran for half an hour', async () => {
    const { company, here, owen } = await firm();
    const officer = await company.as('officer');
    const health = async () => (await company.admin.call('getReminderHealth')).body;
    const warned = async () => (await company.admin.call('getDashboard')).body.remindersLate;
    expect(await health()).toEqual({ mail: true, ranAt: null, letters: 0, week: 0, waiting: 0, late: false });
    expect(await warned()).toBeNull();
    await world.sql(
      "update companies set created_at = clock_timestamp() - interval '31 minutes' where id = $1",
      [company.id],
    );
    expect(await warned()).toEqual({ ranAt: null });
    await on.out(company, here.id, owen.id, DUE);
    await on.runFor(company, FIRST);
    const ranAt = '2026-03-02T09:41:00.000000Z';
    expect(await health()).toEqual({ mail: true, ranAt, letters: 1, week: 1, waiting: 0, late: true });
    expect(await warned()).toEqual({ ranAt });
    expect((await officer.call('getDashboard')).body.remindersLate).toBeNull();
    expect((await officer.call('getReminderHealth')).status).toBe(403);
    await on.run(new Date().toISOString());
    expect(await health()).toMatchObject({ letters: 0, week: 1, late: false });
    expect(await warned()).toBeNull();
  });

  test('without mail nothing is queued and nothing counts as told', async () => {
    const { company, here, owen } = await firm();
    await on.out(company, here.id, owen.id, DUE);
    await on.run(FIRST, false);
    expect(await on.waiting(company)).toBe(0);
    expect((await company.admin.call('getReminderHealth')).body.letters).toBe(0);
    await on.runFor(company, '2026-03-02T10:00:00Z');
    expect(subjects(owen.email)).toEqual(['1 key set is overdue']);
  });
});
