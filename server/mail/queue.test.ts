import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useMailWorld } from '../testing/mail.ts';
import { PASSWORD, type Person, type TestCompany } from '../testing/world.ts';

// The default limits: a hundred an hour, fifty by one person, and three to one address.
const MOST = 100;
const { world, mail } = useMailWorld({ INVITATIONS_PER_HOUR: String(MOST) });

const TOO_MANY = 'Too many invitations or changed emails within an hour. Please try again later.';
const invite = (me: Person, email = `new-${randomUUID()}@example.com`) =>
  me.call('createUser', { body: { email, firstName: 'Ines', lastName: 'Moreau', role: 'viewer' } });
/** Invites `count` users, ten at a time, and returns the statuses. */
async function inviteMany(me: Person, count: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const next = Math.min(10, count - statuses.length);
    const answers = await Promise.all(Array.from({ length: next }, () => invite(me)));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}
const manager = (company: TestCompany) =>
  company.as('admin', { customPermissions: ['user:create', 'user:edit'] });
const soon = (headers: Record<string, unknown>) => Number(headers['retry-after']);

describe('how many letters somebody may cause', () => {
  test('fifty an hour by one person and a hundred by a company, whatever its plan; another company goes on', async () => {
    const company = await world.newCompany('enterprise');
    const first = await inviteMany(company.admin, 55);
    expect(first.filter((status) => status === 201)).toHaveLength(50);
    expect(first.filter((status) => status === 429)).toHaveLength(5);
    const refused = await invite(company.admin);
    expect(refused.body).toEqual({ message: TOO_MANY, code: 'too_many' });
    expect(soon(refused.headers)).toBeGreaterThan(3000);
    expect(soon(refused.headers)).toBeLessThanOrEqual(3600);
    const [second, third] = [await manager(company), await manager(company)];
    expect(new Set(await inviteMany(second, 49))).toEqual(new Set([201]));
    expect((await inviteMany(third, 2)).sort()).toEqual([201, 429]);
    // The refused calls added no users.
    const people = (await company.admin.call('listUsers')).body;
    expect(people.filter(({ firstName }) => firstName === 'Ines')).toHaveLength(100);
    expect((await invite((await world.newCompany()).admin)).status).toBe(201);
  });

  test('three an hour to one address, of whichever companies, and by a link or a changed email too', async () => {
    const companies = [await world.newCompany(), await world.newCompany()] as const;
    const stranger = `stranger-${companies[0].id}@example.com`;
    const made = await invite(companies[0].admin, stranger);
    const params = { id: made.body.id };
    expect((await companies[0].admin.call('inviteUser', { params, body: {} })).status).toBe(200);
    const away = { email: `elsewhere-${params.id}@example.com` };
    expect((await companies[0].admin.call('updateUser', { params, body: away })).status).toBe(200);
    const fourth = await invite(companies[1].admin, stranger);
    expect([fourth.status, fourth.body.message]).toEqual([429, TOO_MANY]);
    const moved = await companies[1].as('officer');
    const body = { email: stranger };
    const byEmail = await companies[1].admin.call('updateUser', { params: { id: moved.id }, body });
    expect([byEmail.status, byEmail.body.message]).toEqual([429, TOO_MANY]);
    expect((await moved.call('getMe')).body.email).toBe(moved.email);
    await mail.next(stranger, /was changed/);
    expect(mail.letters.filter(({ to }) => to.includes(stranger)).length).toBeLessThanOrEqual(3);
  });

  test('one’s own email changes three times an hour', async () => {
    const me = await (await world.newCompany()).as('officer');
    const move = (email: string) =>
      me.call('updateUser', { params: { id: me.id }, body: { email, currentPassword: PASSWORD } });
    const other = `other-${me.id}@example.com`;
    for (const email of [other, me.email, other]) expect((await move(email)).status).toBe(200);
    expect((await move(me.email)).status).toBe(429);
  });
});

test('a name is nowhere in the subject, and no link or long text in the body', async () => {
  const company = await world.newCompany();
  const name = `Pay now at https://evil.example/pay ${'today '.repeat(20)}`;
  expect((await company.admin.call('updateCompany', { body: { name } })).status).toBe(200);
  const email = `victim-${company.id}@example.com`;
  expect((await invite(company.admin, email)).status).toBe(201);
  const letter = await mail.next(email);
  expect(letter.subject).toBe('Choose your Keyhold password');
  expect(letter.text).toContain('the key register of “Pay now at evil.example/pay today');
  expect(letter.text.match(/https?:\/\//g)).toHaveLength(1);
  expect(letter.text.match(/today/g)?.length).toBeLessThan(8);
  expect(letter.html.match(/evil\.example/g)).toHaveLength(1);
});
