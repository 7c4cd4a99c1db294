import { expect, test } from '../world.ts';

test('the server is well and serves a page with a policy of its own', async ({ page, visitor }) => {
  expect(await (await visitor.get('/healthz')).json()).toMatchObject({
    status: 'ok',
    version: expect.any(String),
  });
  expect((await visitor.get('/readyz')).status()).toBe(200);

  const noises: string[] = [];
  page.on('pageerror', (error) => noises.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().includes('401')) noises.push(line.text());
  });
  const reply = await page.goto('/');
  const policy = reply?.headers()['content-security-policy'];
  expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]{22,}'/);
  expect(policy).not.toContain('unsafe');
  await expect(page.locator('#root')).not.toBeEmpty();
  // With an open keyboard sheets use the remaining height.
  const viewport = page.locator('meta[name=viewport]');
  await expect(viewport).toHaveAttribute('content', /interactive-widget=resizes-content/);
  expect(noises).toEqual([]);
});

test('a company of a test is the one of its page, and of whom it signs in', async ({
  page,
  company,
  sql,
}) => {
  const site = await company.location({ name: 'North office' });
  const bunch = await company.bunch(site.id);
  const [row] = await sql<{ company_id: number }>('select company_id from key_bunches where id = $1', [
    bunch.id,
  ]);
  expect(row).toEqual({ company_id: company.id });
  const whoami = () => page.context().request.get('/api/auth/user');
  expect(await (await whoami()).json()).toMatchObject({ email: company.email, companyId: company.id });

  const viewer = await company.signInAs('viewer');
  expect(await (await whoami()).json()).toMatchObject({ email: viewer.email, role: 'viewer' });
  expect(await company.get('/api/locations')).toHaveLength(1);
});
