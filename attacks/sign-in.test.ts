import { expect, test } from 'vitest';
import { figure, LONG, times } from '../server/testing/figures.ts';
import { useWorld } from '../server/testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '1000000' });

test('G25 a known and an unknown email are refused alike, after as much work', async () => {
  const company = await world.newCompany();
  const known = await company.as('officer');
  const inactive = await company.as('officer');
  await world.sql('update users set is_active = false where id = $1', [inactive.id]);
  const emails = { known: known.email, unknown: 'nobody@example.com', inactive: inactive.email };
  const spent: Record<string, number[]> = { known: [], unknown: [], inactive: [] };
  const said = new Set<string>();
  const tries = times(4, 100);
  for (let n = 0; n < tries; n += 1)
    for (const [who, email] of Object.entries(emails)) {
      const before = process.cpuUsage();
      const { status, body, headers } = await world.visitor.call('logIn', {
        body: { email, password: `wrong ${n}` },
      });
      const { user, system } = process.cpuUsage(before);
      spent[who]?.push((user + system) / 1000);
      said.add(JSON.stringify([status, body, headers['content-length'], headers['set-cookie']]));
    }
  expect([...said]).toHaveLength(1);
  const middle = (all: number[] = []) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const [first, ...others] = Object.values(spent).map(middle) as [number, ...number[]];
  figure(
    'G25',
    `processor time of a wrong password, the median of ${tries}: known ${first.toFixed(1)}, unknown and inactive ${others.map((ms) => ms.toFixed(1)).join(' and ')} ms`,
  );
  // Without hashing a password it would take a tenth.
  for (const other of others) expect(Math.abs(other - first) / first).toBeLessThan(LONG ? 0.15 : 0.5);
}, 60_000);
