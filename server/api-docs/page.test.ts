import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '../../shared/api.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld();

test('/api/docs is one page without script, within a policy that allows its own style alone', async () => {
  const { status, body, headers } = await world.request('GET', '/api/docs');
  expect(status).toBe(200);
  const page = String(body);
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page).not.toMatch(/<script|style="|(src|href)="https?:/);
  for (const [name, { path }] of Object.entries(api)) {
    expect(page, name).toContain(`id="${name}"`);
    expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
  }
  expect(page).toContain('<li>Keys are already issued</li>');
});

test('/api/docs/openapi.json is the document, with the texts of the refusals', async () => {
  const { status, body } = await world.request('GET', '/api/docs/openapi.json');
  expect(status).toBe(200);
  const document = body as unknown as { paths: Record<string, Record<string, { responses: object }>> };
  expect(document.paths['/api/key-bunches/{id}/issue']?.post?.responses).toMatchObject({
    409: { description: expect.stringContaining('Keys are already issued') },
    401: { description: 'Unauthorized' },
  });
});
