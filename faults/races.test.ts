import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { figure, times } from '../server/testing/figures.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { useWorld } from '../server/testing/world.ts';

const world = useWorld({ WRITES_PER_MINUTE: '1000000' });
const CALLERS = 50;
/** Repetitions of each of five kinds. */
const REPETITIONS = times(1, 40);

/** An action that fifty perform at once on a set; `lost` is the status of all but one, `entries` the resulting history. */
type Race = {
  name: string;
  act(site: Site, id: number, n: number): Promise<{ status: number }>;
  prepare?(site: Site, id: number): Promise<unknown>;
  lost: number;
  action: string;
};

const issue = ({ admin }: Site, id: number) =>
  admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
const RACES: Race[] = [
  { name: 'issue', act: issue, lost: 409, action: 'issue' },
  {
    name: 'return',
    prepare: issue,
    act: ({ admin }, id) => {
      const body = { officerName: 'Callum Reid', newTag: randomUUID().slice(0, 8) };
      return admin.call('returnKeyBunch', { params: { id }, body });
    },
    lost: 409,
    action: 'return',
  },
  {
    name: 'move',
    act: ({ admin, there }, id) =>
      admin.call('moveKeyBunch', { params: { id }, body: { toLocationId: there.id } }),
    lost: 400,
    action: 'location_move',
  },
  {
    name: 'delete',
    act: ({ admin }, id) => admin.call('deleteKeyBunch', { params: { id } }),
    lost: 404,
    action: 'deleted',
  },
];

/** A client that retries when the server is busy, as every client does. */
async function insist(act: () => Promise<{ status: number }>): Promise<number> {
  for (;;) {
    const { status } = await act();
    if (status !== 503) return status;
  }
}

test(`G6 of ${CALLERS} at once exactly one issues, returns, moves or deletes a set, or links a tag, and the rest are told: ${5 * REPETITIONS} times`, async () => {
  const site = await makeSite(world);
  const crowd = (act: (n: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: CALLERS }, (_, n) => insist(() => act(n))));
  const once = (won: number, lost: number) => [won, ...Array.from({ length: CALLERS - 1 }, () => lost)];
  for (let round = 0; round < REPETITIONS; round += 1) {
    for (const { name, act, prepare, lost, action } of RACES) {
      const { id } = await site.company.bunch(site.here.id);
      await prepare?.(site, id);
      const statuses = await crowd((n) => act(site, id, n));
      expect(statuses.toSorted(), name).toEqual(once(200, lost));
      const rows = await world.sql(
        'select from movement_history where key_bunch_id = $1 and action_type = $2',
        [id, action],
      );
      expect(rows, name).toHaveLength(1);
    }
    const pair = await Promise.all([site.company.bunch(site.here.id), site.company.bunch(site.here.id)]);
    const nfcSerial = `04:${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;
    const statuses = await crowd((n) =>
      site.admin.call('linkNfc', { params: { id: pair[n % 2]?.id ?? 0 }, body: { nfcSerial } }),
    );
    const ids = pair.map(({ id }) => id);
    const linked = await world.sql<{ id: number }>(
      'select id from key_bunches where id = any ($1) and nfc_serial is not null',
      [ids],
    );
    expect(linked).toHaveLength(1);
    // Linking the tag again to its own set changes nothing; all callers at the other set are refused.
    const won = ids.indexOf(linked[0]?.id ?? 0);
    expect(statuses).toEqual(statuses.map((_, n) => (n % 2 === won ? 200 : 409)));
    const links = await world.sql<{ id: number }>(
      "select key_bunch_id as id from audit_log where key_bunch_id = any ($1) and action = 'nfc_link'",
      [ids],
    );
    expect(links).toEqual(linked);
  }
  figure('G6', `${5 * REPETITIONS} times ${CALLERS} at once: one each, ${CALLERS - 1} refused, one entry`);
}, 300_000);

test(`G7 one key sent 30 times at once has one effect and 30 equal answers: ${REPETITIONS} times`, async () => {
  const site = await makeSite(world);
  for (let round = 0; round < REPETITIONS; round += 1) {
    const { id } = await site.company.bunch(site.here.id);
    const headers = { 'idempotency-key': randomUUID() };
    const send = (officerName: string) =>
      site.admin.call('issueKeyBunch', { params: { id }, body: { officerName }, headers });
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('Callum Reid')));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect((await send('Somebody else')).status).toBe(422);
    expect(await world.sql('select from movement_history where key_bunch_id = $1', [id])).toHaveLength(1);
  }
  figure('G7', `${REPETITIONS} times 30 at once: 1 effect, 30 equal answers; with another body 422`);
}, 300_000);
