import pg from 'pg';
import { expect, test } from 'vitest';
import { type Person, useWorld } from '../testing/world.ts';

const world = useWorld();
const EDITS = 80;

type Ending = { who: Person; end(): Promise<{ status: number }> };

/** A set that EDITS edits of `who` are about to change; and the entries they wrote after the withdrawal. */
async function makeSet() {
  const company = await world.newCompany();
  const { id } = await company.bunch((await company.location()).id);
  const edit = (who: Person, n: number) =>
    who.call('updateKeyBunch', { params: { id }, body: { notes: `Edit ${n}` } });
  const edits = (who: Person) => Array.from({ length: EDITS }, (_, n) => edit(who, n));
  const actions = async () => {
    const rows = await world.sql<{ action: string }>(
      'select action from audit_log where company_id = $1 order by seq',
      [company.id],
    );
    return rows.map(({ action }) => action);
  };
  const behind = async (withdrawal: string) => {
    const all = await actions();
    expect(all).toContain(withdrawal);
    return all.slice(all.lastIndexOf(withdrawal) + 1);
  };
  return { company, id, edits, behind };
}

/** Locks a set like a slow transaction, until `release`. */
async function lockSet(id: number) {
  const client = new pg.Client(world.admin);
  await client.connect();
  await client.query('begin');
  await client.query('select from key_bunches where id = $1 for update', [id]);
  return {
    /** Resolves once at least `least` statements wait for the set. */
    waiting: (least: number) =>
      expect
        .poll(async () => {
          const [row] = await world.sql<{ n: number }>(
            "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return row?.n;
        })
        .toBeGreaterThanOrEqual(least),
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

type Company = Awaited<ReturnType<typeof makeSet>>['company'];
const WITHDRAWALS: Record<string, { entry: string; prepare(company: Company): Promise<Ending> }> = {
  'a person who was deactivated': {
    entry: 'user_rights',
    async prepare({ admin, as }) {
      const who = await as('officer');
      return {
        who,
        end: () => admin.call('updateUser', { params: { id: who.id }, body: { isActive: false } }),
      };
    },
  },
  'a person who lost the permission': {
    entry: 'user_rights',
    async prepare({ admin, as }) {
      const who = await as('viewer', { customPermissions: ['key:edit'] });
      const body = { customPermissions: [] };
      return { who, end: () => admin.call('updateUser', { params: { id: who.id }, body }) };
    },
  },
  'a token that was revoked': {
    entry: 'token_revoke',
    async prepare({ admin }) {
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const body = { name: 'Gate', permissions: ['key:view', 'key:edit'], expiresAt };
      const made = await admin.call('createToken', { body });
      expect(made.status).toBe(201);
      const who = world.program(made.body.token ?? '', admin);
      return { who, end: () => admin.call('revokeToken', { params: { id: made.body.id } }) };
    },
  },
};

for (const [title, { entry, prepare }] of Object.entries(WITHDRAWALS)) {
  test(`P16 no edit of ${title} is logged behind that, of 80 at once`, async () => {
    const { company, edits, behind } = await makeSet();
    const { who, end } = await prepare(company);
    const under = edits(who);
    await Promise.race(under);
    expect((await end()).status).toBe(200);
    const statuses = new Set((await Promise.all(under)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 401, 403, 503].includes(status))).toEqual([]);
    expect(await behind(entry)).toEqual([]);
  });

  test(`P16 no edit of ${title} is logged behind that, of those that waited for the set`, async () => {
    const { company, id, edits, behind } = await makeSet();
    const { who, end } = await prepare(company);
    const lock = await lockSet(id);
    const under = edits(who);
    // As many as one person has places beside another company (decision 0022).
    await lock.waiting(2);
    expect((await end()).status).toBe(200);
    await lock.release();
    const statuses = (await Promise.all(under)).map(({ status }) => status);
    expect(statuses).not.toContain(200);
    expect(await behind(entry)).toEqual([]);
  });
}
