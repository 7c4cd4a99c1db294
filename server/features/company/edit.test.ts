import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

test('S-50 name, description and admin email of the own company change, signed in the audit log; the rest cannot', async () => {
  const company = await world.newCompany('basic');
  const other = await world.newCompany();
  const before = (await company.admin.call('getCompany')).body;
  const theirs = (await other.admin.call('getCompany')).body;
  const rest = {
    slug: 'taken-over',
    planType: 'enterprise',
    isActive: false,
    id: other.id,
    settings: { planted: true },
  };
  for (const [field, value] of Object.entries(rest)) {
    const refused = await company.admin.call('updateCompany', {
      body: { name: 'Taken over', [field]: value },
    });
    expect([refused.status, refused.body.code], field).toEqual([400, 'unknown_field']);
  }
  const { status, body, headers } = await company.admin.call('updateCompany', {
    body: { name: '  New   name ', description: 'Keys of\nothers', adminEmail: ' Office@Example.com ' },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...before,
    name: 'New   name',
    adminEmail: 'office@example.com',
    settings: { description: 'Keys of\nothers' },
    updatedAt: expect.any(String),
  });
  expect(body.updatedAt > before.updatedAt).toBe(true);
  expect(headers.etag).toBe(`"${body.updatedAt}"`);
  expect((await company.admin.call('getCompany')).body).toEqual(body);
  expect((await other.admin.call('getCompany')).body).toEqual(theirs);
  const log = await world.sql('select action, details, user_id from audit_log where company_id = $1', [
    company.id,
  ]);
  expect(log).toEqual([
    {
      action: 'company_edit',
      user_id: company.admin.id,
      details: {
        changes: {
          name: { from: before.name, to: 'New   name' },
          description: { from: null, to: 'Keys of\nothers' },
          adminEmail: { from: before.adminEmail, to: 'office@example.com' },
        },
      },
    },
  ]);
});

test('what is not sent stays; a change that changes nothing leaves no entry; an old page is told', async () => {
  const company = await world.newCompany();
  const change = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    company.admin.call('updateCompany', { body, headers });
  const first = (await change({ description: 'First' })).body;
  expect([first.name, first.settings.description]).toEqual([company.name, 'First']);
  expect((await change({ name: company.name })).body).toEqual(first);
  expect((await change({})).body).toEqual(first);
  expect((await change({ description: null })).body.settings.description).toBe(null);
  const log = await world.sql('select 1 from audit_log where company_id = $1', [company.id]);
  expect(log).toHaveLength(2);
  const stale = await change({ name: 'Other' }, { 'if-match': `"${first.updatedAt}"` });
  expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
});

test('only system:admin changes the company', async () => {
  const company = await world.newCompany();
  for (const role of ['admin', 'officer', 'viewer'] as const) {
    const person = await company.as(role);
    expect((await person.call('updateCompany', { body: { name: 'Mine' } })).status).toBe(403);
    expect((await person.call('getCompany')).body.name).toBe(company.name);
  }
});

test('a time zone is one that the server and its database both know by the same name; any other is refused, at setup too', async () => {
  const company = await world.newCompany();
  const refusal = { message: 'Unknown time zone', errors: { timezone: 'Unknown time zone' } };
  // Only the server knows the first; the next two have other clocks in the database; only the database knows the last two.
  for (const timezone of ['US/Pacific-New', 'BST', 'CET', 'Factory', 'posix/Europe/London', '', 7]) {
    const changed = await company.admin.call('updateCompany', { body: { timezone } });
    expect([changed.status, changed.body.errors], String(timezone)).toEqual([400, refusal.errors]);
    const body = { name: 'Zone', slug: `zone-${timezone}`, email: 'z@example.com', firstName: 'Z', timezone };
    const made = await world.visitor.call('setUpCompany', { body: { ...body, password: 'correct horse' } });
    expect([made.status, made.body.errors], String(timezone)).toEqual([400, refusal.errors]);
  }
  expect((await company.admin.call('getCompany')).body.timezone).toBe('Etc/UTC');
  expect(await world.sql("select 1 from companies where name = 'Zone'")).toEqual([]);
  for (const timezone of ['Australia/Lord_Howe', 'UTC', 'Etc/GMT+5', 'America/Argentina/Ushuaia']) {
    expect((await company.admin.call('updateCompany', { body: { timezone } })).status).toBe(200);
    const today = await company.admin.call('listKeyBunches', { query: { due: 'today' } });
    expect(today.status).toBe(200);
  }
});
