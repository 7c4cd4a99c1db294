import { describe, expect, test } from 'vitest';
import { tokenIn, useMailWorld } from '../testing/mail.ts';

const { world, mail } = useMailWorld();

const forgot = (email: string) => world.visitor.call('forgotPassword', { body: { email } });
/** Queues letters as the calls do, but without waking the sender. */
const queue = (about: { kind: string; userId: number; lane: number; count?: number; dueIn?: string }) =>
  world.sql(
    `insert into letters (kind, email, user_id, lane, next_at, good_until)
     select $1, email, id, $3, clock_timestamp() + $5::interval, clock_timestamp() + interval '1 hour'
     from users, generate_series(1, $4) where id = $2`,
    [about.kind, about.userId, about.lane, about.count ?? 1, about.dueIn ?? '0'],
  );
const queued = async (email: string) =>
  (await world.sql<{ tries: number }>('select tries from letters where email = $1', [email]))[0]?.tries;

describe('the letters', () => {
  test('a mail server that stalls or refuses delays nobody, and its letter leaves when it takes mail again', async () => {
    const person = await (await world.newCompany()).as('officer');
    mail.mood = 'refuses';
    const begun = performance.now();
    expect((await forgot(person.email)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(1500);
    await expect.poll(() => queued(person.email), { timeout: 5000 }).toBe(1);
    mail.mood = 'takes';
    await world.sql('update letters set next_at = clock_timestamp()');
    await forgot('somebody-else@example.com');
    const letter = await mail.next(person.email, /Reset/);
    await expect.poll(() => queued(person.email), { timeout: 5000 }).toBeUndefined();
    const body = { token: tokenIn(letter), password: 'a new horse' };
    expect((await world.visitor.call('resetPassword', { body })).status).toBe(200);
  });

  test('what could not leave in time is given up', async () => {
    await world.sql(
      `insert into letters (kind, email, lane, good_until)
       values ('reset', 'late@example.com', 0, clock_timestamp() - interval '1 s')`,
    );
    await forgot('somebody-else@example.com');
    await expect.poll(() => queued('late@example.com'), { timeout: 5000 }).toBeUndefined();
    expect(mail.letters.filter(({ to }) => to.includes('late@example.com'))).toEqual([]);
  });

  test('behind a thousand letters of one company, another’s waits for one of them and not for all', async () => {
    const [busy, other] = [await world.newCompany(), await world.newCompany()];
    const officer = await other.as('officer');
    await queue({ kind: 'email_changed', userId: busy.admin.id, lane: busy.id, count: 1000 });
    const body = { email: `ines-${other.id}@example.com`, firstName: 'Ines', lastName: 'Moreau' };
    expect((await other.admin.call('createUser', { body })).status).toBe(201);
    expect((await forgot(officer.email)).status).toBe(200);
    await Promise.all([mail.next(body.email), mail.next(officer.email, /Reset/)]);
    const before = mail.letters.filter(({ to }) => to.includes(busy.admin.email)).length;
    expect(before).toBeLessThan(100);
    await world.sql('delete from letters');
  });

  test('wakes when the next letter is due, and asks nothing until then', async () => {
    const company = await world.newCompany();
    await queue({ kind: 'email_changed', userId: company.admin.id, lane: company.id, dueIn: '4 s' });
    // The next call that queues a letter wakes the sender.
    await forgot('nobody@example.com');
    await expect.poll(() => queued('nobody@example.com'), { timeout: 5000 }).toBeUndefined();
    let asked = 0;
    const count = () => {
      asked += 1;
    };
    world.pool.on('acquire', count);
    await mail.next(company.admin.email);
    world.pool.off('acquire', count);
    // The end of the last round, perhaps a second one; then, when the letter is due, taking it and recording it. Polling twice a second
    // would add eight.
    expect(asked).toBeLessThanOrEqual(9);
  });
});
