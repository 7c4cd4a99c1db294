import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seen } from '../../testing/dump.ts';
import { useMailWorld } from '../../testing/mail.ts';
import { blankCodeOf, labelOf, makeSite, type Site } from '../../testing/site.ts';
import type { Person } from '../../testing/world.ts';

const { world, mail } = useMailWorld();

const LINE = 'Please call 0161 496 0000';
const look = (code: string, by: Person = world.visitor) => by.call('getFinder', { params: { code } });
const tell = (code: string, about: Record<string, unknown> = {}) =>
  world.visitor.call('reportFound', {
    params: { code },
    body: {
      place: 'By the bins behind the bakery',
      reach: 'Ana, 020 7946 0000',
      sent: randomUUID(),
      ...about,
    },
  });
const open = async (by: Person, query: Record<string, number> = {}) =>
  (await by.call('listFoundNotices', { query })).body;
const makeOwn = async (about: Record<string, unknown> = { finderLine: LINE }) => {
  const site = await makeSite(world);
  await site.admin.call('updateCompany', { body: about });
  return site;
};
const setOf = async (site: Site) =>
  (await site.company.bunch(site.here.id, { notes: 'secret of theirs' })).id;

describe('whoever scans a label', () => {
  test('is shown the set when they are signed in and may see it, and the finder line otherwise', async () => {
    const [site, theirs] = [await makeOwn(), await makeSite(world)];
    const id = await setOf(site);
    const code = await labelOf(site, id);
    const finder = { line: LINE, company: null };
    for (const address of [code, code.toLowerCase()])
      expect((await look(address, await site.company.as('viewer'))).body).toEqual({
        keyBunchId: id,
        finder: null,
      });
    const strangers = [
      world.visitor,
      theirs.admin,
      await world.person(),
      await site.company.as('officer', { allowedLocationIds: [site.there.id] }),
      await site.company.as('viewer', { permissions: ['history:view'] }),
    ];
    for (const by of strangers) expect((await look(code, by)).body).toEqual({ keyBunchId: null, finder });
  });

  test('is told the company’s name where it wishes so, and no line where there is none', async () => {
    const site = await makeOwn({ finderLine: null, finderShowsName: true });
    const { name } = (await site.admin.call('getCompany')).body;
    expect((await look(await labelOf(site))).body.finder).toEqual({ line: null, company: name });
  });

  test('learns nothing of the set: of any of a company’s the answer is the same, byte for byte', async () => {
    const site = await makeOwn();
    const [present, out, short] = [await setOf(site), await setOf(site), await setOf(site)];
    await site.admin.call('issueKeyBunch', { params: { id: out }, body: { officerName: 'Owen Hartley' } });
    await world.sql("update key_bunches set status = 'missing', location_id = $2 where id = $1", [
      short,
      site.there.id,
    ]);
    const answers = await Promise.all(
      [present, out, short].map(async (id) => seen((await look(await labelOf(site, id))) as never)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.body).toBe(
      JSON.stringify({ keyBunchId: null, finder: { line: LINE, company: null } }),
    );
  });

  test('with a thousand guesses finds out nothing: what is unknown, malformed, renewed, blank or closed is one answer', async () => {
    const [site, closed] = [await makeOwn(), await makeOwn()];
    const id = await setOf(site);
    const renewed = await labelOf(site, id);
    await site.admin.call('renewLabel', { params: { id }, body: {} });
    const ended = await labelOf(closed);
    await world.sql('update companies set is_active = false where id = $1', [closed.company.id]);
    const guesses = [
      ...[renewed, ended, await blankCodeOf(site), 'not-a-code', '%00', "' or 1=1", 'x'.repeat(200)],
      ...Array.from({ length: 993 }, (_, n) => `Z${String(n).padStart(9, '0')}`),
    ];
    const answers: string[] = [];
    for (const guess of guesses) answers.push(JSON.stringify(seen((await look(guess)) as never)));
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({
      status: 200,
      body: JSON.stringify({ keyBunchId: null, finder: null }),
    });
  });

  test('is answered as fast of an unknown code as of a known one', async () => {
    const site = await makeOwn();
    const known = await labelOf(site);
    // Alternately, so that other load on the machine affects both.
    const took = { [known]: [] as number[], ZZZZZZZZZZ: [] as number[] };
    for (let n = 0; n < 60; n += 1)
      for (const [code, times] of Object.entries(took)) {
        const begun = performance.now();
        await look(code);
        times.push(performance.now() - begun);
      }
    const [one = 0, other = 0] = Object.values(took).map((times) => times.sort((a, b) => a - b)[30]);
    expect(Math.abs(one - other)).toBeLessThan(Math.max(one, other) / 2 + 1);
  });
});

describe('“I found these keys”', () => {
  test('is a notice for whoever sees the set’s place, and a letter to the company, once for one intention', async () => {
    const site = await makeOwn();
    await site.admin.call('updateCompany', { body: { adminEmail: `office-${site.company.id}@example.com` } });
    const id = await setOf(site);
    const code = await labelOf(site, id);
    const sent = randomUUID();
    const answers = [await tell(code, { sent }), await tell(code.toLowerCase(), { sent })];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { message: 'Thank you. Your message was sent.' }]),
    );
    const officer = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    const [notice] = await open(officer);
    expect(notice).toMatchObject({
      keyBunchId: id,
      place: 'By the bins behind the bakery',
      reach: 'Ana, 020 7946 0000',
      closedAt: null,
    });
    expect([
      (await open(officer)).length,
      await open(elsewhere),
      await open(officer, { keyBunchId: id }),
    ]).toEqual([1, [], [notice]]);
    const letter = await mail.next(`office-${site.company.id}@example.com`, /have been found/);
    expect(letter.text).toContain('“By the bins behind the bakery”');
    expect(letter.text).toContain(`https://keys.example.com/key-bunches?set=${id}`);
    expect(letter.text).not.toContain('secret of theirs');
    await expect
      .poll(() => world.sql("select 1 from letters where kind = 'found_keys'"), { timeout: 5000 })
      .toEqual([]);
    expect(
      mail.letters.filter(({ to }) => to.includes(`office-${site.company.id}@example.com`)),
    ).toHaveLength(1);
  });

  test('carries no HTML and no link into the letter', async () => {
    const site = await makeOwn();
    const place = '<b onclick=x>here</b> https://evil.example/<script>alert(1)</script>';
    expect((await tell(await labelOf(site), { place, reach: null })).status).toBe(200);
    const { email } = site.admin;
    const address = (await site.admin.call('getCompany')).body.adminEmail;
    const letter = await mail.next(address || email, /have been found/);
    expect(letter.html).toContain('&lt;b onclick=x&gt;here&lt;/b&gt; evil.example/&lt;script&gt;');
    expect(letter.html).not.toMatch(/<b onclick|<script/);
    expect([letter.text.includes('https://evil'), letter.text.includes('left no contact details')]).toEqual([
      false,
      true,
    ]);
  });

  test('of a code that is not in use is refused alike, and of a form that does not fit says why', async () => {
    const site = await makeOwn();
    const id = await setOf(site);
    const renewed = await labelOf(site, id);
    const code = (await site.admin.call('renewLabel', { params: { id }, body: {} })).body.code;
    const answers = await Promise.all(
      [renewed, 'ZZZZZZZZZZ', 'nothing', await blankCodeOf(site)].map((one) => tell(one)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(seen(answer as never)))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    for (const [about, errors] of [
      [{ place: ' ' }, { place: 'Tell us where the keys are' }],
      [{ place: 'x'.repeat(501) }, { place: 'Must be at most 500 characters' }],
      [{ reach: 'x'.repeat(201) }, { reach: 'Must be at most 200 characters' }],
      [{ sent: 'again' }, { sent: 'Unknown notice' }],
    ] as const) {
      const refused = await tell(code, about);
      expect([refused.status, refused.body.errors]).toEqual([400, errors]);
    }
    expect(await open(site.admin)).toEqual([]);
  });

  test('is dealt with once, by whom and when, and kept on the set', async () => {
    const site = await makeOwn();
    const id = await setOf(site);
    await tell(await labelOf(site, id));
    const [notice] = await open(site.admin);
    const officer = await site.company.as('officer');
    const close = (by: Person) => by.call('closeFoundNotice', { params: { id: notice?.id ?? 0 }, body: {} });
    const viewer = await site.company.as('viewer');
    expect((await close(viewer)).status).toBe(403);
    const answers = await Promise.all([close(officer), close(site.admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await open(site.admin)).toEqual([]);
    const [kept] = await open(site.admin, { keyBunchId: id });
    expect(kept?.closedAt).toMatch(/^20/);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      `${kept?.closedByName} has dealt with this already`,
    );
    const log = await world.sql(
      "select details from audit_log where key_bunch_id = $1 and action = 'found_keys'",
      [id],
    );
    expect(log).toEqual([
      { details: { place: notice?.place, reach: notice?.reach, toldAt: notice?.createdAt } },
    ]);
    expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
  });
});
