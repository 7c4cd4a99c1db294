import { expect } from 'vitest';
import { remindAll } from '../reminder/run.ts';
import type { MailSink, Received } from './mail.ts';
import type { Person, TestCompany, World } from './world.ts';

/** A holder without an account. */
export async function outsider(company: TestCompany, about: Record<string, unknown> = {}) {
  const email = `out-${crypto.randomUUID()}@example.com`;
  const body = { name: 'Owen Hartley', kind: 'contractor', email, sendReminders: true, ...about };
  const made = await company.admin.call('createHolder', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, email };
}

/** Helpers for reminders at given times (ISO). */
export function remindersOf(world: World, mail: MailSink) {
  /** The holder record of a user. */
  const holderOf = async (person: Person) =>
    (await world.sql<{ id: number }>('select id from holders where user_id = $1', [person.id]))[0]?.id ?? 0;
  /** Issues a set to a holder, due at a given time. */
  async function out(
    company: TestCompany,
    place: number,
    holder: number | string,
    dueAt: string,
    about: Record<string, unknown> = {},
  ) {
    const bunch = await company.bunch(place, about);
    const whom = typeof holder === 'number' ? { holderId: holder } : { officerName: holder };
    const body = { ...whom, dueAt: '2120-01-01T00:00:00Z', items: [{ keyBunchId: bunch.id }] };
    const issued = await company.admin.call('issueBatch', { body });
    expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    await world.sql('update key_bunches set due_at = $2 where id = $1', [bunch.id, dueAt]);
    return { ...bunch, batchId: issued.body.batchId };
  }
  const look = () => world.app.live.wake();
  const waiting = async (company: TestCompany) =>
    (await world.sql("select from letters where kind = 'reminder' and lane = $1", [company.id])).length;
  /** One run at a given time, by a server with or without mail. Returns the number of letters it queued. */
  async function run(at: string, withMail = true): Promise<number> {
    const config = { mail: withMail ? { url: mail.url, from: 'keys@example.com' } : null };
    const letters = await remindAll(world.transactions, config, { at: Date.parse(at) });
    look();
    return letters;
  }
  const refusals = () =>
    world.log.filter(({ event, kind }) => event === 'mail' && kind === 'reminder').length;
  return {
    holderOf,
    out,
    run,
    look,
    waiting,
    /** A run at a given time; waits until all its letters for the company were sent or dropped. */
    async runFor(company: TestCompany, at: string): Promise<void> {
      await run(at);
      await expect.poll(() => waiting(company), { timeout: 10_000 }).toBe(0);
    },
    /** A run during which the mail server refuses all letters, so that they wait; afterwards it accepts mail again. */
    async runRefused(at: string): Promise<void> {
      mail.mood = 'refuses';
      const before = refusals();
      const letters = await run(at);
      await expect.poll(refusals, { timeout: 10_000 }).toBe(before + letters);
      mail.mood = 'takes';
    },
    /** Retries the waiting letters, until they were sent or dropped. */
    async triedAgain(company: TestCompany): Promise<void> {
      await world.sql('update letters set next_at = clock_timestamp()');
      // Any call that queues a letter wakes the sender.
      await world.visitor.call('forgotPassword', { body: { email: 'nobody@example.com' } });
      await expect.poll(() => waiting(company), { timeout: 10_000 }).toBe(0);
    },
    lettersTo: (email: string): Received[] => mail.letters.filter(({ to }) => to.includes(email)),
    /** Subscribes a person to reminders, since long before the times in the tests. */
    async asks(person: Person, wish: 'soon' | 'daily', time: string | null = null): Promise<void> {
      const saved = await person.call('saveReminderWish', { body: { wish, time } });
      expect([saved.status, saved.body.wish]).toEqual([200, wish]);
      await world.sql("update reminder_wishes set asked_at = '2020-01-01' where user_id = $1", [person.id]);
    },
  };
}
