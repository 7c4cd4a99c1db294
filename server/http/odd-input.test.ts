import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../../shared/api.ts';
import { bodyShapeOf, CALLS, inputOf, makeSite, type Site, send } from '../testing/samples.ts';
import { type Person, useWorld } from '../testing/world.ts';

// Odd and random bodies: whatever comes, never a 500.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
/** Whose session an odd password may end. */
let spare: Person;
beforeAll(async () => {
  site = await makeSite(world);
  spare = await site.company.as('admin');
});
const writes = CALLS.filter((name) => api[name].method !== 'GET');
const withBody = CALLS.filter((name) => bodyShapeOf(name));
const callerOf = (name: CallName): Person =>
  name === 'setUpCompany' || name === 'logIn'
    ? world.visitor
    : name === 'changePassword'
      ? spare
      : site.admin;

describe('text that PostgreSQL cannot hold', () => {
  const ODD = [
    'A\u0000B \ud800 \u202e a\u0301',
    '\udc00',
    '\u{1f511}'.repeat(100),
    "'; drop table users; --",
  ];
  for (const name of withBody) {
    test(`${name} is stored cleaned, or refused`, async () => {
      const me = callerOf(name);
      for (const text of ODD) {
        const sample = await inputOf(name, site, site.admin);
        const fields = Object.keys(sample.body ?? {}).filter(
          (field) => typeof sample.body?.[field] === 'string',
        );
        if (!['tickAudit', 'makeLabels', 'makeBlankCodes', 'requireSecondFactor'].includes(name))
          expect(fields.length).toBeGreaterThan(0);
        for (const field of fields) {
          const answer = await send(me, name, { ...sample, body: { ...sample.body, [field]: text } });
          expect(answer.status, `${name} ${field} ${JSON.stringify(text)}`).toBeLessThan(500);
          expect(JSON.stringify(answer.body)).not.toMatch(/\\u0000|\\ud800|\\udc00|\u202e|a\u0301/);
        }
      }
    });
  }
});

test('500 random bodies bring no 500', async () => {
  const seed = Number(process.env.SEED ?? 20_261_121);
  console.log(`odd-input fuzz: SEED=${seed}`);
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const anything = (depth: number): unknown => {
    const kinds = [
      () => null,
      () => random() < 0.5,
      () => Math.floor(random() * 100),
      () => (random() - 0.5) * 1e21,
      () => '',
      () => 'x'.repeat(Math.floor(random() * 3000)),
      () => String.fromCharCode(...Array.from({ length: 8 }, () => Math.floor(random() * 0x10000))),
      () => pick(['issued', 'missing', 'active', 'static', '__proto__', 'office', '../..', '<script>']),
      () => [anything(depth + 1), anything(depth + 1)],
      () => ({ [pick(['name', 'id', 'description', 'length', 'toString'])]: anything(depth + 1) }),
    ];
    return pick(depth > 3 ? kinds.slice(0, 8) : kinds)();
  };
  const targets = await Promise.all(
    writes.map(async (name) => ({ name, input: await inputOf(name, site, site.admin) })),
  );
  const faults: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const { name, input } = pick(targets);
    const fields = [...Object.keys(input.body ?? {}), 'extra'];
    const body: Record<string, unknown> = random() < 0.5 ? { ...input.body } : {};
    for (let times = Math.ceil(random() * 3); times > 0; times -= 1) body[pick(fields)] = anything(0);
    const me = name === 'logOut' ? world.visitor : callerOf(name);
    const answer = await send(me, name, { ...input, body });
    const refused = answer.status >= 400 && typeof answer.body.message !== 'string';
    if (answer.status >= 500 || refused) faults.push(`${name} ${JSON.stringify(body)}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
}, 40_000);

test('an object that poses as text, down to its length, is refused like any other', async () => {
  const { id } = await site.company.bunch(site.here.id);
  for (const posing of [{ length: [[1], { toString: 5 }] }, { length: 3 }, { length: { valueOf: 1 } }]) {
    const answer = await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: posing } });
    expect(answer.status).toBe(400);
    expect(typeof answer.body.message).toBe('string');
  }
});

test('R22 a name of 96 KB that is all marks costs hardly more than a plain one, and both are too long', async () => {
  const costOf = async (name: string) => {
    const body = {
      name,
      email: 'marks@example.com',
      firstName: 'Ines',
      password: 'correct horse',
    };
    const before = process.cpuUsage();
    const answer = await world.visitor.call('setUpCompany', { body });
    const { user, system } = process.cpuUsage(before);
    expect([answer.status, answer.body.message]).toEqual([400, 'Must be at most 255 characters']);
    return (user + system) / 1000;
  };
  const plain = 'a'.repeat(95_000);
  const marks = `a${'\u0345'.repeat(20_000)}${'\u0334'.repeat(20_000)}`;
  await costOf(plain);
  expect((await costOf(marks)) - (await costOf(plain))).toBeLessThan(50);
});

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
