import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailSink, openMailSink } from '../testing/mail.ts';
import { outsider, remindersOf } from '../testing/remind.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { useWorld, type World } from '../testing/world.ts';

// Reminders as servers send them without tests' help: each world prepares a register, and its own server then stops.
let mail: MailSink;
beforeAll(async () => {
  mail = await openMailSink();
});
const [world, other] = [useWorld({}), useWorld({})];
afterAll(() => mail.close());

const DUE = '2026-03-02T09:00:00Z';
const servers: ServerProcess[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

async function start({ databaseUrl }: World): Promise<ServerProcess> {
  const server = await startServer({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://keys.example.com',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Keyhold <keys@example.com>',
    LOG_LEVEL: 'warn',
  });
  servers.push(server);
  return server;
}
const tries = async () =>
  (await other.sql<{ tries: number }>("select tries from letters where kind = 'reminder'"))[0]?.tries;

describe('reminders of servers', () => {
  test('that start at the same moment on one database are one letter a person', async () => {
    const on = remindersOf(world, mail);
    const companies = await Promise.all(Array.from({ length: 5 }, () => world.newCompany()));
    const people: { email: string }[] = [];
    for (const company of companies) {
      const place = await company.location();
      const owen = await outsider(company);
      const officer = await company.as('officer');
      await on.asks(officer, 'soon');
      await on.out(company, place.id, owen.id, DUE);
      people.push(owen, officer);
    }
    await world.app.close();
    const both = await Promise.all([start(world), start(world)]);
    await Promise.all(people.map(({ email }) => mail.next(email, /^1 key set is overdue$/)));
    await Promise.all(both.map((server) => server.stop()));
    for (const { email } of people) expect(on.lettersTo(email), email).toHaveLength(1);
    // Of all runs: the servers may start on both sides of a full five minutes.
    const sent = await world.sql('select from reminder_days group by company_id having sum(letters) = 2');
    expect(sent).toHaveLength(companies.length);
  }, 60_000);

  test('that are killed between queueing a letter and sending it lose none', async () => {
    const on = remindersOf(other, mail);
    const company = await other.newCompany();
    const owen = await outsider(company);
    await on.out(company, (await company.location()).id, owen.id, DUE);
    await other.app.close();
    mail.mood = 'stalls';
    const first = await start(other);
    await expect.poll(() => tries(), { timeout: 20_000 }).toBe(1);
    await first.kill();
    mail.mood = 'takes';
    await other.sql('update letters set next_at = clock_timestamp()');
    await start(other);
    await mail.next(owen.email, /^1 key set is overdue$/);
    await expect.poll(() => tries(), { timeout: 20_000 }).toBeUndefined();
    expect(on.lettersTo(owen.email)).toHaveLength(1);
  }, 60_000);
});
