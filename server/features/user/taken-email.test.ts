import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.ts';

// With the default limits.
const world = useWorld({ LOGIN_FAILURES: '10' });

test('R23 which emails have an account anywhere is answered ten times an hour to a company, and adding people costs none of it', async () => {
  const [company, other] = [await world.newCompany(), await world.newCompany()];
  const strangers = await Promise.all(Array.from({ length: 12 }, () => other.as('officer')));
  const second = await company.as('super_admin');
  const person = (email: string) => ({ email, firstName: 'An', lastName: 'Heir', role: 'officer' });
  const free = async (n: number, isActive: boolean) =>
    (
      await company.admin.call('createUser', {
        body: { ...person(`free${n}-${company.id}@example.com`), isActive },
      })
    ).status;
  for (let n = 0; n < 12; n += 1) expect(await free(n, n % 2 === 0)).toBe(201);
  const statuses: number[] = [];
  for (const [n, { email }] of strangers.entries()) {
    const by = n % 2 ? company.admin : second;
    // Invited, added without an invitation, or as the new email of an existing user.
    const { status } =
      n % 3 === 2
        ? await company.admin.call('updateUser', { params: { id: second.id }, body: { email } })
        : await by.call('createUser', { body: { ...person(email), isActive: n % 3 === 0 } });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429, 429]);
  expect(await free(99, true)).toBe(429);
  const own = await other.admin.call('createUser', { body: person(`own-${other.id}@example.com`) });
  expect(own.status).toBe(201);
});
