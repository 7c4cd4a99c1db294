import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cutLive, heading, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

type Post = (path: string, body: unknown) => Promise<unknown>;

/** Sends an issue that was made without signal `minutes` ago, when the device showed the set as present. */
async function sendLate(
  post: Post,
  device: string,
  n: number,
  minutes: number,
  bunch: KeyBunch,
  holder: Holder,
) {
  await post('/api/devices', { id: device, name: 'Android phone' });
  await post('/api/outbox', {
    device,
    entries: [
      {
        ...{ n, key: randomUUID(), kind: 'issue', keyBunchId: bunch.id },
        doneAt: new Date(Date.now() - minutes * 60_000).toISOString(),
        seen: {
          ...{ status: 'active', holderId: null, currentTag: bunch.currentTag },
          locationId: bunch.location.id,
        },
        body: { holderId: holder.id, dueAt: null },
      },
    ],
  });
}

/** Calls as the user of a page. */
const postAs =
  (page: Page): Post =>
  async (path, data) => {
    const reply = await page.request.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
    expect(reply.ok(), await reply.text()).toBe(true);
  };

test('two entries for one set ask who has it: answered on the phone, and once only, and the history shows both', {
  tag: '@phone',
}, async ({ page, company, browser, baseURL, contextOptions }) => {
  const hq = await company.location({ name: 'Manchester HQ' });
  const holder = (name: string, phone: string) =>
    company.post<Holder>('/api/holders', { name, phone, kind: 'contractor' });
  const owen = await holder('Owen Hartley', '07700 900412');
  const callum = await holder('Callum Reid', '07700 900165');
  const sets = await Promise.all(
    ['MCR-0113', 'MCR-0147'].map((identifier) => company.bunch(hq.id, { identifier })),
  );
  await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  const [ofDana, ofHannah] = [randomUUID(), randomUUID()];
  for (const [index, bunch] of sets.entries()) {
    await sendLate(company.post, ofDana, index + 1, 12, bunch, callum);
    await sendLate(postAs(page), ofHannah, index + 1, 5, bunch, owen);
  }
  const desktop = await browser.newContext({
    ...{ ...contextOptions, baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } },
  });
  await desktop.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  const dana = await desktop.newPage();

  await test.step('On the phone, from the menu, with nothing chosen at first', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const entry = page.getByRole('link', { name: /^Outbox/ });
    await expect(entry).toHaveText('Outbox2');
    await entry.click();
    await expect(heading(page, 'Outbox')).toBeVisible();
    await expect(page.getByText('You issued it to Owen Hartley').first()).toBeVisible();
    await checkA11y(page);
    await page.getByRole('link', { name: 'Who has MCR-0113 now? Answer' }).click();
    await expect(page.getByText('Dana Holt issued it to Callum Reid')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose an answer' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Call Callum Reid, 07700 900165' })).toBeVisible();
    await checkA11y(page);
  });

  await test.step('The entry is right: a hand over with its own time, as a late entry', async () => {
    await page.getByRole('radio', { name: 'Owen Hartley has it' }).check();
    await page.getByRole('button', { name: 'Record the hand over' }).click();
    await expect(toast(page)).toContainText('Recorded as a late entry');
    await expect(page.getByRole('link', { name: /Answer$/ })).toHaveCount(1);
    expect(await company.get(`/api/key-bunches/${sets[0]?.id}`)).toMatchObject({
      status: 'issued',
      holder: { id: owen.id },
    });
    await page.goto(`/key-history/${sets[0]?.id}`);
    const first = page
      .getByRole('listitem')
      .filter({ hasText: 'Handed over from Callum Reid to Owen Hartley' });
    await expect(first).toContainText('Late entry');
    await expect(first).toContainText('received');
  });

  await test.step('On the computer a question that the colleague answered a second ago is not answered twice', async () => {
    await cutLive(dana);
    await dana.goto('/outbox');
    const panel = dana.getByRole('region', { name: 'MCR-0147' });
    await expect(panel.getByText('Hannah Boyd issued it to Owen Hartley')).toBeVisible();
    await checkA11y(dana);
    await panel.getByRole('radio', { name: 'Owen Hartley has it' }).check();
    await page.goto('/outbox');
    await page.getByRole('link', { name: 'Who has MCR-0147 now? Answer' }).click();
    await page.getByRole('radio', { name: 'Callum Reid has it' }).check();
    await page.getByRole('button', { name: 'Callum Reid has it' }).click();
    await expect(heading(page, 'Outbox')).toBeVisible();
    await expect(page.getByText('Everything is in the register')).toBeVisible();
    await panel.getByRole('button', { name: 'Record the hand over' }).click();
    await expect(dana.getByText(/^Hannah Boyd answered at/)).toBeVisible();
    expect(await company.get(`/api/key-bunches/${sets[1]?.id}`)).toMatchObject({ holder: { id: callum.id } });
  });

  await test.step('The history strikes through what was not recorded', async () => {
    await dana.goto('/history?late=true');
    const row = dana.getByRole('row').filter({ hasText: 'Hannah Boyd' }).filter({ hasText: 'MCR-0147' });
    await expect(row).toContainText('Not recorded');
    await expect(row.locator('s')).toHaveText('Issued to Owen Hartley');
    await expect(dana.getByRole('row').filter({ hasText: 'Handed over' })).toContainText('received');
    await expect(dana.getByRole('row')).toHaveCount(5);
    await checkA11y(dana);
    await dana.getByRole('button', { name: 'By when it was done' }).click();
    await expect(dana).toHaveURL('/history?late=true&by=received');
  });
  await desktop.close();
});

/** What happened without signal, what meanwhile, and what the register made of it. */
type Row = {
  kind: 'issue' | 'handOver' | 'return' | 'lost';
  meanwhile: (path: string) => Promise<unknown>;
  body: Record<string, unknown>;
  outcome: [outcome: string, code: string];
  isOut?: boolean;
};

test('each thing that can have happened meanwhile: recorded with what to look at, or asked until it is answered, by phone and desktop', {
  tag: '@once',
}, async ({ page, company, browser, baseURL, contextOptions }) => {
  test.slow();
  const hq = await company.location({ name: 'Manchester HQ' });
  const away = await company.location({ name: 'Airport' });
  const hidden = await company.location({ name: 'Vault' });
  const holder = (name: string) => company.post<Holder>('/api/holders', { name, kind: 'contractor' });
  const [owen, callum, ana] = [
    await holder('Owen Hartley'),
    await holder('Callum Reid'),
    await holder('Ana Ruiz'),
  ];
  await company.bunch(hq.id, { identifier: 'MCR-0999', currentTag: '448000' });
  const giveBack =
    (newTag: string, about = {}) =>
    (path: string) =>
      company.post(`${path}/return`, { officerName: 'Owen Hartley', newTag, ...about });
  const rows: Record<string, Row> = {
    'MCR-0201': {
      ...{ kind: 'handOver', body: { holderId: ana.id }, isOut: true, outcome: ['asked', 'who_has'] },
      meanwhile: (path) => company.post(`${path}/handover`, { holderId: callum.id }),
    },
    'MCR-0202': {
      ...{ kind: 'return', body: { newTag: '448202' }, isOut: true, outcome: ['asked', 'which_tag'] },
      meanwhile: giveBack('448212'),
    },
    'MCR-0203': {
      ...{ kind: 'lost', body: {}, isOut: true, outcome: ['asked', 'is_it_lost'] },
      meanwhile: giveBack('448203'),
    },
    'MCR-0204': {
      ...{ kind: 'issue', body: { holderId: ana.id, dueAt: null }, outcome: ['check', 'was_missing'] },
      meanwhile: (path) => company.patch(path, { status: 'missing' }),
    },
    'MCR-0205': {
      ...{ kind: 'issue', body: { holderId: ana.id, dueAt: null }, outcome: ['check', 'moved'] },
      meanwhile: (path) => company.post(`${path}/move`, { toLocationId: away.id }),
    },
    'MCR-0206': {
      ...{ kind: 'issue', body: { holderId: callum.id, dueAt: null }, outcome: ['check', 'limit'] },
      meanwhile: () => company.patch(`/api/holders/${callum.id}`, { validUntil: '2020-01-01' }),
    },
    'MCR-0207': {
      ...{ kind: 'return', body: { newTag: '448000' }, isOut: true, outcome: ['check', 'tag_elsewhere'] },
      meanwhile: async () => undefined,
    },
    'MCR-0208': {
      ...{ kind: 'return', body: { newTag: '448208', keysCounted: 1 }, isOut: true },
      ...{ outcome: ['check', 'count_differs'], meanwhile: giveBack('448208', { keysCounted: 2 }) },
    },
    'MCR-0209': {
      ...{ kind: 'issue', body: { holderId: ana.id, dueAt: null }, outcome: ['asked', 'no_access'] },
      meanwhile: (path) => company.post(`${path}/move`, { toLocationId: hidden.id }),
    },
  };
  const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  const device = randomUUID();
  const post = postAs(page);
  await post('/api/devices', { id: device, name: 'Android phone' });
  const ids: Record<string, number> = {};
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const entries: object[] = [];
  let n = 0;
  const send = async (about: object[]) =>
    (await (
      await page.request.post('/api/outbox', {
        data: { device, entries: about },
        headers: { 'idempotency-key': randomUUID() },
      })
    ).json()) as { answers: { outcome: string; check?: string; question?: { question: string } }[] };
  const entry = ({ id, status, currentTag, locationId, holder: who }: KeyBunch, about: object) => {
    n += 1;
    const seen = { status, currentTag, locationId, holderId: who?.id ?? null };
    return { n, key: randomUUID(), keyBunchId: id, seen, ...about };
  };
  for (const [identifier, { kind, meanwhile, body, isOut }] of Object.entries(rows)) {
    const bunch = await company.bunch(hq.id, { identifier, keyCount: 3 });
    const path = `/api/key-bunches/${bunch.id}`;
    ids[identifier] = bunch.id;
    const issue = { kind: 'issue', doneAt: ago(20), body: { holderId: owen.id, dueAt: null } };
    if (isOut)
      expect(await send([entry(bunch, issue)])).toMatchObject({ answers: [{ outcome: 'recorded' }] });
    const seen = await company.get<KeyBunch>(path);
    await meanwhile(path);
    entries.push(entry(seen, { kind, doneAt: ago(10), body }));
  }
  await company.patch(`/api/users/${hannah.id}`, { allowedLocationIds: [hq.id, away.id] });
  const { answers } = await send(entries);
  expect(answers.map(({ outcome, check, question }) => [outcome, check ?? question?.question])).toEqual(
    Object.values(rows).map(({ outcome }) => outcome),
  );

  await test.step('On the phone the questions stand after a reload, and one is answered', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (let n = 0; n < 2; n += 1) {
      await page.goto('/outbox');
      await expect(page.getByRole('link', { name: /Answer$/ })).toHaveCount(4);
    }
    await page.getByRole('link', { name: 'Which tag is on MCR-0202? Answer' }).click();
    await expect(page.getByText('You returned it with tag 448202')).toBeVisible();
    await expect(page.getByText('Dana Holt returned it with tag 448212')).toBeVisible();
    await page.getByRole('radio', { name: 'Tag 448202' }).check();
    await page.getByRole('button', { name: 'Record the tag' }).click();
    await expect(toast(page)).toContainText('Recorded as a late entry');
    expect(await company.get(`/api/key-bunches/${ids['MCR-0202']}`)).toMatchObject({ currentTag: '448202' });
  });

  await test.step('On the desktop the others are, and both stories are in the history', async () => {
    const desktop = await browser.newContext({
      ...{ ...contextOptions, baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } },
    });
    await desktop.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
    const dana = await desktop.newPage();
    const answer = async (identifier: string, choice: string, verb: string) => {
      await dana.goto('/outbox');
      await dana.getByRole('region', { name: 'Questions' }).getByText(identifier).click();
      const panel = dana.getByRole('region', { name: identifier });
      await panel.getByRole('radio', { name: choice }).check();
      await panel.getByRole('button', { name: verb }).click();
      await expect(toast(dana).first()).toBeVisible();
    };
    await answer('MCR-0203', 'No, it is not lost', 'No, it is not lost');
    await answer('MCR-0201', 'Ana Ruiz has it', 'Record the hand over');
    await answer('MCR-0209', 'Ana Ruiz has it', 'Record the issue');
    await expect(dana.getByText('Everything is in the register')).toBeVisible();
    const read = (identifier: string) => company.get<KeyBunch>(`/api/key-bunches/${ids[identifier]}`);
    expect(await read('MCR-0203')).toMatchObject({ status: 'active', currentTag: '448203' });
    for (const identifier of ['MCR-0201', 'MCR-0204', 'MCR-0205', 'MCR-0209'])
      expect(await read(identifier)).toMatchObject({ status: 'issued', holder: { name: 'Ana Ruiz' } });
    expect((await read('MCR-0208')).short).toMatchObject({ keysPresent: 1 });
    await dana.goto('/history?late=true');
    for (const identifier of ['MCR-0203', 'MCR-0206', 'MCR-0207'])
      await expect(dana.getByRole('row').filter({ hasText: identifier }).first()).toBeVisible();
    await expect(
      dana.getByRole('row').filter({ hasText: 'MCR-0203' }).filter({ hasText: 'Not recorded' }),
    ).toBeVisible();
    await dana.goto('/outbox?tab=sent');
    await expect(dana.getByRole('row').filter({ hasText: 'MCR-0207' }).first()).toContainText(
      'MCR-0999 has the same tag: read both again',
    );
    await dana.goto(`/key-history/${ids['MCR-0201']}`);
    for (const text of ['from Owen Hartley to Callum Reid', 'from Callum Reid to Ana Ruiz'])
      await expect(dana.getByText(text).first()).toBeVisible();
    await desktop.close();
  });
});
