import { beforeAll, expect, test } from 'vitest';
import { figure } from '../server/testing/figures.ts';
import { CALLS, inputOf, samples, send } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { type Person, useWorld } from '../server/testing/world.ts';
import { api, type CallName } from '../shared/api.ts';

const world = useWorld({ LOG_LEVEL: 'info' });
let site: Site;
let viewer: Person;
beforeAll(async () => {
  site = await makeSite(world);
  viewer = await site.company.as('viewer');
});

const beyond = (name: CallName): boolean => {
  const { access } = samples[name];
  return typeof access !== 'string' && !access.includes('viewer');
};

test('G29 whoever is refused for want of a right is in the log, on one line, with call, target and address', async () => {
  const calls = CALLS.filter(beyond);
  expect(calls.length).toBeGreaterThan(20);
  for (const name of calls) {
    const input = await inputOf(name, site, site.admin);
    const from = world.log.length;
    const headers = { 'user-agent': 'a\\n{"event":"sign-in"}', 'x-request-id': '\\r\\n' };
    const { status } = await send(viewer, name, { ...input, headers });
    expect(status, name).toBe(403);
    const lines = world.log.slice(from).filter(({ event }) => event === 'denied');
    expect(lines, name).toHaveLength(1);
    expect(lines[0], name).toMatchObject({
      userId: viewer.id,
      companyId: site.company.id,
      address: '127.0.0.1',
      route: api[name].path,
    });
    if (input.params)
      expect(Object.values(lines[0]?.target ?? {}).map(String)).toEqual(
        Object.values(input.params).map(String),
      );
  }
  figure(
    'G29',
    `${calls.length} calls refused to a viewer: ${calls.length} lines with person, company, address, call and target`,
  );
});
