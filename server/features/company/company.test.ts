import { describe, expect, test } from 'vitest';
import { dumpAll } from '../../testing/dump.ts';
import { PASSWORD, useWorld } from '../../testing/world.ts';

const world = useWorld({});
let serial = 0;
const form = (about: Record<string, unknown> = {}) => {
  serial += 1;
  return {
    name: `Firm Number ${serial}`,
    slug: `firm-number-${serial}`,
    planType: 'basic',
    email: `first${serial}@example.com`,
    firstName: 'Ines',
    lastName: 'Moreau',
    password: PASSWORD,
    settings: { description: 'Keys of others' },
    ...about,
  };
};
const setUp = (about: Record<string, unknown> = {}) =>
  world.visitor.call('setUpCompany', { body: form(about) });

describe('setting up a company', () => {
  test('API-12 SETUP-15 SETUP-16 makes company and user, who is signed in as its super_admin (C-01)', async () => {
    const sent = form({ email: ' Ines.Moreau@Example.com ', planType: 'professional' });
    const { status, body, headers } = await world.visitor.call('setUpCompany', { body: sent });
    expect(status).toBe(201);
    expect(body.company).toMatchObject({
      name: sent.name,
      slug: sent.slug,
      adminEmail: 'ines.moreau@example.com',
      planType: 'professional',
      isActive: true,
      settings: { description: 'Keys of others' },
      usage: { keys: 0, locations: 0, users: 1 },
    });
    expect(body.user).toMatchObject({
      email: 'ines.moreau@example.com',
      firstName: 'Ines',
      lastName: 'Moreau',
      role: 'super_admin',
      companyId: body.company.id,
      allowedLocationIds: [],
    });
    const cookie = world.cookieFrom(headers);
    const me = await world.request<'getMe'>('GET', '/api/auth/user', undefined, { cookie });
    expect(me.body).toEqual({ ...body.user, offlineDays: 3, isApprover: true });
    expect(JSON.stringify(body)).not.toContain('password');
    // The chosen password works.
    expect((await world.signIn('ines.moreau@example.com')).id).toBe(body.user.id);
  });

  test('C-11 the last name may be left out, the plan is basic when none is sent, the slug is made from the name', async () => {
    const { status, body } = await world.visitor.call('setUpCompany', {
      body: {
        name: 'Löwe & Söhne -- Keys!',
        email: 'lowe@example.com',
        firstName: 'Udo',
        password: 'sechs6',
      },
    });
    expect(status).toBe(201);
    expect(body.user.lastName).toBeNull();
    expect(body.company).toMatchObject({
      planType: 'basic',
      slug: 'l-we-s-hne-keys',
      settings: { description: null },
    });
  });

  test('ENT-25 basic, professional and enterprise are the plans, with their limits', async () => {
    const limits = {
      basic: { keys: 100, locations: 5, users: 10 },
      professional: { keys: 500, locations: 15, users: 25 },
      enterprise: { keys: null, locations: null, users: null },
    };
    for (const [planType, expected] of Object.entries(limits)) {
      const { status, body } = await setUp({ planType });
      expect(status).toBe(201);
      expect(body.company).toMatchObject({ planType, limits: expected });
    }
    for (const planType of ['Basic', 'premium', '', null]) {
      const refused = await setUp({ planType });
      expect(refused.status, String(planType)).toBe(400);
      expect(refused.body.message).toBe('Unknown plan');
    }
  });

  test('CONST-06 C-10 a password has 6 to 200 characters', async () => {
    const short = await setUp({ password: '12345' });
    expect(short.status).toBe(400);
    expect(short.body.message).toBe('Password must be at least 6 characters long.');
    expect((await setUp({ password: 'x'.repeat(201) })).status).toBe(400);
    expect((await setUp({ password: '123456' })).status).toBe(201);
    const spaced = form({ password: ' spaced out ' });
    expect((await world.visitor.call('setUpCompany', { body: spaced })).status).toBe(201);
    expect((await world.signIn(spaced.email, ' spaced out ')).companyId).not.toBeNull();
  });

  test('S-09 the server applies the slug rule itself; taken is 409, nothing left is 400', async () => {
    const made = await setUp({ slug: '  --Hill & Dale__Keys 24--  ' });
    expect(made.body.company.slug).toBe('hill-dale-keys-24');
    const before = await dumpAll(world);
    const taken = await setUp({ slug: 'HILL dale KEYS 24' });
    expect(taken.status).toBe(409);
    expect(taken.body).toEqual({
      message: 'This URL identifier is already taken',
      code: 'taken',
      errors: { slug: 'This URL identifier is already taken' },
    });
    for (const about of [{ slug: '' }, { slug: '---' }, { slug: '鍵鍵' }, { slug: undefined, name: '鍵' }]) {
      const empty = await setUp(about);
      expect(empty.status, JSON.stringify(about)).toBe(400);
      expect(empty.body.errors).toHaveProperty('slug');
    }
    expect(await dumpAll(world)).toBe(before);
  });

  test('S-08 an email that exists is 409, nothing changes and nobody is signed in', async () => {
    const company = await world.newCompany();
    const before = await dumpAll(world);
    const { status, body, headers } = await setUp({ email: company.admin.email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.message).toBe('An account with this email already exists. Please sign in.');
    expect(headers['set-cookie']).toBeUndefined();
    expect(await dumpAll(world)).toBe(before);
  });

  test('S-09 of ten setups at once with one slug one succeeds, and the rest leave nothing behind', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp({ slug: 'raced-for' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const orphans = await world.sql('select id from users where company_id is null');
    expect(orphans).toEqual([]);
    const [{ companies, heads } = { companies: -1, heads: 0 }] = await world.sql<{
      companies: number;
      heads: number;
    }>(
      'select (select count(*)::int from companies) as companies, (select count(*)::int from chain_heads) as heads',
    );
    expect(companies).toBe(heads);
  });
});

describe('S-07 setting up with a session', () => {
  test('the company goes to the session user, whatever email and password say', async () => {
    const person = await world.person({ firstName: 'Old', lastName: 'Name' });
    const other = await world.person();
    const { email: _email, password: _password, ...about } = form();
    const answer = await person.call('setUpCompany', {
      body: { ...about, email: other.email, password: 'something else' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      id: person.id,
      email: person.email,
      role: 'super_admin',
      firstName: 'Ines',
      lastName: 'Moreau',
    });
    expect(answer.body.company.adminEmail).toBe(person.email);
    expect((await world.signIn(person.email, PASSWORD)).companyId).toBe(answer.body.company.id);
    expect((await other.call('getMe')).body.companyId).toBeNull();
    // The session is a new one.
    expect((await person.call('getMe')).status).toBe(401);
  });

  test('neither email nor password is asked for', async () => {
    const person = await world.person();
    const { status } = await person.call('setUpCompany', { body: { name: `Only a name ${person.id}` } });
    expect(status).toBe(201);
  });

  test('a user who has a company is refused', async () => {
    const company = await world.newCompany();
    const before = await dumpAll(world);
    const { status, body } = await company.admin.call('setUpCompany', { body: form() });
    expect(status).toBe(409);
    expect(body.message).toBe('You already belong to a company');
    expect(await dumpAll(world)).toBe(before);
  });

  test('two at once make one company', async () => {
    const person = await world.person();
    const answers = await Promise.all([1, 2, 3].map(() => person.call('setUpCompany', { body: form() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number), expect.any(Number)]);
    const made = await world.sql('select id from companies where admin_email = $1', [person.email]);
    expect(made).toHaveLength(1);
  });
});

describe('the current company', () => {
  test('API-09 S-60 its record with limits, usage and the end of the trial; 404 without one', async () => {
    const company = await world.newCompany('professional');
    const site = await company.location();
    await company.bunch(site.id);
    await company.as('viewer');
    const gone = await company.as('viewer');
    await world.sql('update users set is_active = false where id = $1', [gone.id]);
    const manager = await company.as('admin');
    const { status, body } = await manager.call('getCompany');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['id', 'name', 'slug', 'adminEmail', 'planType', 'isActive', 'settings', 'createdAt', 'updatedAt'],
        ...[
          'trialEndsAt',
          'timezone',
          'receiptTerms',
          'limits',
          'usage',
          'isEmpty',
          'finderLine',
          'finderShowsName',
          'auditShare',
          'offlineDays',
          'staffReserve',
          'emergencyIssue',
          'secondFactorRoles',
          'firstStepsOpen',
        ],
      ].sort(),
    );
    // Usage counts active people only.
    expect(body).toMatchObject({
      id: company.id,
      name: company.name,
      usage: { keys: 1, locations: 1, users: 3 },
    });
    expect(Date.parse(body.trialEndsAt) - Date.parse(body.createdAt)).toBe(14 * 24 * 3_600_000);
    const nobody = await (await world.person()).call('getCompany');
    expect(nobody.status).toBe(404);
  });

  test('API-09 whoever is limited to some locations learns nothing of how many there are in all', async () => {
    const company = await world.newCompany('basic');
    const site = await company.location();
    await company.bunch((await company.location()).id);
    const limited = await company.as('admin', {
      permissions: ['system:admin'],
      allowedLocationIds: [site.id],
    });
    const read = await limited.call('getCompany');
    expect([read.status, read.body.usage, read.body.limits.keys]).toEqual([200, null, 100]);
    for (const name of [company.name, 'Renamed']) {
      const { status, body } = await limited.call('updateCompany', { body: { name } });
      expect([status, body.usage, body.name]).toEqual([200, null, name]);
    }
    // A super_admin sees all locations, even with a list.
    const everywhere = await company.as('super_admin', { allowedLocationIds: [site.id] });
    expect((await everywhere.call('getCompany')).body.usage).toEqual({ keys: 1, locations: 2, users: 3 });
  });
});
