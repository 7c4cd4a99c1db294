import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, type CallName, isOpenToTokens } from '../../shared/api.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld();

test('/api/docs is one page, within a policy that allows its own style and script alone', async () => {
  const { status, body, headers } = await world.request('GET', '/api/docs');
  expect(status).toBe(200);
  const page = String(body);
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page.split('<script').length).toBe(2);
  expect(page).not.toMatch(/style="|\son\w+="|(src|href)="https?:/);
  for (const [name, { path }] of Object.entries(api)) {
    expect(page, name).toContain(`id="${name}"`);
    expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
  }
  expect(page).toContain('<li>Keys are already issued</li>');
  // Each name of a schema leads to it.
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
});

test('the calls open to API tokens come first in each task, and are marked', async () => {
  const page = String((await world.request('GET', '/api/docs')).body);
  const calls = [...page.matchAll(/ id="(\w+)" data-token="(yes|no)"/g)];
  for (const [, name, open] of calls) if (!isOpenToTokens(name as CallName)) expect(open, name).toBe('no');
  expect(calls).toContainEqual(expect.objectContaining({ 1: 'issueKeyBunch', 2: 'yes' }));
  // What needs system:admin is never given to a token.
  expect(calls).toContainEqual(expect.objectContaining({ 1: 'createWebhook', 2: 'no' }));
  for (const section of page.split('<section>')) {
    const marks = [...section.matchAll(/data-token="(yes|no)"/g)].map(([, open]) => open);
    expect(marks).toEqual([...marks].sort().reverse());
  }
});

type Served = {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { $ref?: string }> }>
  >;
  components: { responses: Record<string, { description: string }> };
};

test('the two documents have every call once, with the texts of its refusals', async () => {
  const of = async (name: string) =>
    (await world.request('GET', `/api/docs/${name}`)).body as unknown as Served;
  const [programs, people] = [await of('openapi.json'), await of('openapi-people.json')];
  const calls = [programs, people].flatMap(({ paths }) =>
    Object.values(paths).flatMap((one) => Object.values(one)),
  );
  expect(calls.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(api).sort());
  const { responses } = programs.paths['/api/key-bunches/{id}/issue']?.post ?? {};
  expect(responses).toMatchObject({
    409: { description: expect.stringContaining('Keys are already issued') },
  });
  expect(
    programs.components.responses[responses?.[401]?.$ref?.split('/').at(-1) ?? '']?.description,
  ).toContain('Unauthorized');
});
