import { beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '../../shared/api.ts';
import { bodyShapeOf, CALLS, inputOf, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

// Odd bodies: none causes a 500. Generated ones are in attacks/generated.test.ts.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
/** The person whose session an odd password may end. */
let spare: Person;
beforeAll(async () => {
  site = await makeSite(world);
  spare = await site.company.as('admin');
});
const withBody = CALLS.filter((name) => bodyShapeOf(name));
/** Their bodies name sets, numbers or choices, and nothing as text. */
const WITHOUT_TEXT: CallName[] = [
  'pickReservations',
  'numberRegisterSheet',
  'tickAudit',
  'splitAudit',
  'makeLabels',
  'makeBlankCodes',
  'requireSecondFactor',
  'acceptHandover',
  'refuseHandover',
  'withdrawHandover',
  'reportAbsent',
  'decideApprovals',
  'takeBackApprovals',
  'updateApprovalNotices',
];
const callerOf = (name: CallName): Person =>
  name === 'setUpCompany' || name === 'logIn'
    ? world.visitor
    : name === 'changePassword'
      ? spare
      : site.admin;

describe('text that PostgreSQL cannot hold', () => {
  /** Behind what the field takes, such as an address. */
  const NUL = '\u0000 ';
  const ODD = [
    NUL,
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
        if (!WITHOUT_TEXT.includes(name)) expect(fields.length).toBeGreaterThan(0);
        for (const field of fields) {
          const value = text === NUL ? `${sample.body?.[field]}${NUL}` : text;
          const answer = await send(me, name, { ...sample, body: { ...sample.body, [field]: value } });
          expect(answer.status, `${name} ${field} ${JSON.stringify(text)}`).toBeLessThan(500);
          expect(JSON.stringify(answer.body)).not.toMatch(/\\u0000|\\ud800|\\udc00|\u202e|a\u0301/);
        }
      }
    });
  }
});

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
