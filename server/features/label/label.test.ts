import { describe, expect, test } from 'vitest';
import { labelCodeOf, spokenCode } from '../../../shared/label-code.ts';
import { BLANK_CODES_MAX, LABELS_MAX } from '../../../shared/limits.ts';
import { blankCodeOf, labelOf, makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ PUBLIC_URL: 'https://keys.example.com', LOGIN_FAILURES: '100000' });

const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/;
const make = (by: Person, keyBunchIds: number[]) => by.call('makeLabels', { body: { keyBunchIds } });
const link = (by: Person, id: number, code: string, headers = {}) =>
  by.call('linkLabel', { params: { id }, body: { code }, headers });
const lookUp = async (by: Person, code: string) => (await by.call('lookUp', { query: { code } })).body;
const setOf = (site: Site) => site.company.bunch(site.here.id);
const logOf = (id: number) =>
  world.sql<{ action: string }>(
    "select action from audit_log where key_bunch_id = $1 and action like 'label%'",
    [id],
  );

test.each([
  ['7F3KQ2M9XA', '7F3KQ2M9XA'],
  ['https://keys.example.com/k/7f3kq2m9xa', '7F3KQ2M9XA'],
  ['HTTPS://KEYS.EXAMPLE.COM/K/7F3KQ2M9XA/', '7F3KQ2M9XA'],
  ['7f3k q2m9-xa', '7F3KQ2M9XA'],
  ['OIL0000000', '0110000000'],
  ['U000000000', null],
  ['7F3KQ2M9X', null],
  ['https://keys.example.com/locations', null],
  ['', null],
])('the code in %j is %j', (read, code) => expect(labelCodeOf(read)).toBe(code));

describe('codes of sets', () => {
  test('are made when a label is first asked for, and stay; two who print the same sets get the same', async () => {
    const site = await makeSite(world);
    const ids = (await Promise.all(Array.from({ length: 20 }, () => setOf(site)))).map(({ id }) => id);
    const before = await world.sql(
      'select id, updated_at from key_bunches where company_id = $1 order by 1',
      [site.company.id],
    );
    const officer = await site.company.as('officer');
    const [one, other] = await Promise.all([make(site.admin, ids), make(officer, [...ids].reverse())]);
    expect([one.status, one.body.address]).toEqual([200, 'https://keys.example.com']);
    expect(one.body.labels.map(({ keyBunchId }) => keyBunchId)).toEqual(ids);
    expect(new Set(one.body.labels.map(({ location }) => location))).toEqual(new Set([site.here.name]));
    expect([...other.body.labels].reverse()).toEqual(one.body.labels);
    const codes = one.body.labels.map(({ code }) => code);
    expect(codes.filter((code) => CODE.test(code))).toHaveLength(20);
    expect(new Set(codes).size).toBe(20);
    expect((await make(site.admin, ids)).body).toEqual(one.body);
    // A label does not change its set, so open forms do not become stale.
    expect(
      await world.sql('select id, updated_at from key_bunches where company_id = $1 order by 1', [
        site.company.id,
      ]),
    ).toEqual(before);
  });

  test(`up to ${LABELS_MAX} at once, in well under the time a statement has`, async () => {
    const site = await makeSite(world);
    const rows = await world.sql<{ id: number }>(
      `insert into key_bunches (company_id, identifier, type, location_id) select $1, 'L-' || n, 'static', $2
       from generate_series(1, $3) n returning id`,
      [site.company.id, site.here.id, LABELS_MAX],
    );
    const ids = rows.map(({ id }) => id);
    const { status, body } = await make(site.admin, ids);
    expect([status, body.labels.length]).toEqual([200, LABELS_MAX]);
    expect((await make(site.admin, [...ids, 1])).status).toBe(400);
  });

  test('what somebody cannot see is left out, as what never was', async () => {
    const [site, theirs] = [await makeSite(world), await makeSite(world)];
    const [near, far, foreign] = [
      await setOf(site),
      await site.company.bunch(site.there.id),
      await setOf(theirs),
    ];
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const { body } = await make(limited, [far.id, near.id, foreign.id, 2_000_000_000]);
    expect(body.labels.map(({ keyBunchId }) => keyBunchId)).toEqual([near.id]);
    expect((await make(limited, [far.id, foreign.id])).status).toBe(404);
    expect(
      await world.sql('select 1 from labels where key_bunch_id = any ($1)', [[far.id, foreign.id]]),
    ).toEqual([]);
  });

  test('a renewed code is good no more, at once and for ever', async () => {
    const site = await makeSite(world);
    const { id } = await setOf(site);
    const old = await labelOf(site, id);
    const { status, body } = await site.admin.call('renewLabel', { params: { id }, body: {} });
    expect([status, CODE.test(body.code), body.code === old]).toEqual([200, true, false]);
    expect(await labelOf(site, id)).toBe(body.code);
    expect((await lookUp(site.admin, old)).kind).toBe('unknown');
    expect((await link(site.admin, (await setOf(site)).id, old)).status).toBe(409);
    expect((await world.visitor.call('getFinder', { params: { code: old } })).body.finder).toBeNull();
    expect(await logOf(id)).toEqual([{ action: 'label_renew' }]);
  });

  test('end with their set', async () => {
    const site = await makeSite(world);
    const { id } = await setOf(site);
    const code = await labelOf(site, id);
    expect((await site.admin.call('deleteKeyBunch', { params: { id }, body: {} })).status).toBe(200);
    expect((await lookUp(site.admin, code)).kind).toBe('unknown');
    expect((await world.visitor.call('getFinder', { params: { code } })).body.finder).toBeNull();
  });
});

test('the key list finds a set by the code a finder quotes, whole alone, and says so', async () => {
  const site = await makeSite(world);
  const { id } = await setOf(site);
  const code = await labelOf(site, id);
  const found = async (by: Person, q: string, about: Record<string, string> = {}) => {
    const { body, headers } = await by.call('listKeyBunches', { query: { q, ...about } });
    expect(headers['x-total-count'], q).toBe(String(body.length));
    return body.map((bunch) => [bunch.id, bunch.match]);
  };
  const spoken = spokenCode(code);
  const hit = [[id, { field: 'label', text: spoken, at: null }]];
  for (const q of [
    spoken,
    spoken.toLowerCase(),
    code,
    code.toLowerCase(),
    `https://keys.example.com/k/${code}`,
  ])
    expect(await found(site.admin, q), q).toEqual(hit);
  expect(await found(site.admin, spoken, { locationId: String(site.here.id), sort: '-identifier' })).toEqual(
    hit,
  );
  const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
  for (const q of [code.slice(0, 9), spoken.slice(0, 9), wrong])
    expect(await found(site.admin, q), q).toEqual([]);
  const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
  for (const by of [limited, (await makeSite(world)).admin]) expect(await found(by, spoken)).toEqual([]);
});

describe('what a scan of a label yields', () => {
  test('the set, of its whole address and of the code alone', async () => {
    const site = await makeSite(world);
    const { id } = await setOf(site);
    const code = await labelOf(site, id);
    for (const read of [
      code,
      code.toLowerCase(),
      `https://keys.example.com/k/${code}`,
      `HTTPS://KEYS.EXAMPLE.COM/K/${code}`,
    ]) {
      const found = await lookUp(site.admin, read);
      expect([found.kind, found.by, found.keyBunches.map((bunch) => bunch.id)]).toEqual([
        'keyBunch',
        'label',
        [id],
      ]);
    }
  });

  test('nothing, for whoever may not see the set, and for another company', async () => {
    const [site, theirs] = [await makeSite(world), await makeSite(world)];
    const far = await labelOf(site, (await site.company.bunch(site.there.id)).id);
    const blank = await blankCodeOf(site);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const nothing = await lookUp(theirs.admin, '0000000000');
    expect(await lookUp(limited, far)).toEqual(nothing);
    expect(await lookUp(theirs.admin, far)).toEqual(nothing);
    expect(await lookUp(theirs.admin, blank)).toEqual(nothing);
    expect(await lookUp(limited, blank)).toEqual({ ...nothing, blank });
  });
});

describe('blank codes', () => {
  test('are linked to a set as they are scanned, once, and the label before is good no more', async () => {
    const site = await makeSite(world);
    const [set, other] = [await setOf(site), await setOf(site)];
    const old = await labelOf(site, set.id);
    const blank = await blankCodeOf(site);
    const linked = await link(site.admin, set.id, `HTTPS://KEYS.EXAMPLE.COM/K/${blank}`);
    expect([linked.status, linked.body.code]).toEqual([200, blank]);
    expect([(await lookUp(site.admin, blank)).kind, (await lookUp(site.admin, old)).kind]).toEqual([
      'keyBunch',
      'unknown',
    ]);
    expect((await link(site.admin, set.id, blank)).status).toBe(200);
    const again = await link(site.admin, other.id, blank);
    expect([again.status, again.body.errors]).toEqual([
      409,
      { code: `This label belongs to ${linked.body.identifier}` },
    ]);
    expect(await logOf(set.id)).toEqual([{ action: 'label_link' }]);
    expect(await logOf(other.id)).toEqual([]);
  });

  test('of two who link one at once to different sets, one does', async () => {
    const site = await makeSite(world);
    const sets = await Promise.all(Array.from({ length: 6 }, () => setOf(site)));
    const blank = await blankCodeOf(site);
    const answers = await Promise.all(sets.map(({ id }) => link(site.admin, id, blank)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('of another company, of nobody, or no code at all change nothing', async () => {
    const [site, theirs] = [await makeSite(world), await makeSite(world)];
    const { id } = await setOf(site);
    const mine = await labelOf(site, id);
    const foreign = [await blankCodeOf(theirs), await labelOf(theirs), '0000000000'];
    const bodies = await Promise.all(foreign.map(async (code) => (await link(site.admin, id, code)).body));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await link(site.admin, id, 'Harbour Yard')).status).toBe(409);
    expect(await labelOf(site, id)).toBe(mine);
  });

  test('come with a new set and with an edit; refused, the set is as it was', async () => {
    const site = await makeSite(world);
    const blank = await blankCodeOf(site);
    const body = { identifier: 'NEW-1', currentTag: '1', locationId: site.here.id, labelCode: blank };
    const made = await site.admin.call('createKeyBunch', { body });
    expect(made.status).toBe(201);
    expect((await lookUp(site.admin, blank)).keyBunches.map(({ id }) => id)).toEqual([made.body.id]);
    const second = await site.admin.call('createKeyBunch', { body: { ...body, identifier: 'NEW-2' } });
    expect([second.status, second.body.errors]).toEqual([409, { labelCode: 'This label belongs to NEW-1' }]);
    const { id } = await setOf(site);
    const edit = (labelCode: string) =>
      site.admin.call('updateKeyBunch', { params: { id }, body: { notes: 'Side door', labelCode } });
    expect((await edit(blank)).status).toBe(409);
    expect((await site.admin.call('getKeyBunch', { params: { id } })).body.notes).toBeNull();
    const another = await blankCodeOf(site);
    expect((await edit(another)).status).toBe(200);
    expect(await labelOf(site, id)).toBe(another);
  });

  test('are made once for one intention, and not without end', async () => {
    const site = await makeSite(world);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => site.admin.call('makeBlankCodes', { body: { count: 65 }, headers });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, new Set(first.body.codes).size]).toEqual([201, 65]);
    expect(second.body).toEqual(first.body);
    await world.sql(
      `with many as (insert into label_codes select lpad(n::text, 10, '0'), $1 from generate_series(1, $2) n returning token)
       insert into labels (company_id, token) select $1, token from many`,
      [site.company.id, BLANK_CODES_MAX - 66],
    );
    expect((await site.admin.call('makeBlankCodes', { body: { count: 2 } })).status).toBe(409);
    expect((await site.admin.call('makeBlankCodes', { body: { count: 1 } })).status).toBe(201);
  });
});
