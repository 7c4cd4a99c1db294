import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({ WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' });

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the receiver of docs/api.md takes what is ours and refuses everything else', async () => {
  const [, script = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/api.md'), 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-receiver-'));
  writeFileSync(join(folder, 'receiver.mjs'), script);
  const company = await world.newCompany();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { body: webhook } = await company.admin.call('createWebhook', {
    body: { url, events: ['key_set.issued'] },
  });
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: String(webhook.secret) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said: string[] = [];
    child.stdout.on('data', (chunk) => said.push(String(chunk)));
    const forged = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(forged, { timeout: 10_000 }).toBe(401);
    const { id } = await company.bunch((await company.location()).id, { identifier: 'HY-12' });
    await company.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
    await expect.poll(() => said.join(''), { timeout: 10_000 }).toBe('key_set.issued HY-12\n');
    const log = async () => (await company.admin.call('listDeliveries', { params: webhook })).body;
    await expect.poll(log, { timeout: 10_000 }).toMatchObject([{ status: 'delivered', responseStatus: 204 }]);
    // Sent again it has the id of the first request, and the example accepts it without acting again.
    await company.admin.call('replayDelivery', { params: { id: (await log())[0]?.id ?? 0 }, body: {} });
    await expect
      .poll(async () => (await log())[0], { timeout: 10_000 })
      .toMatchObject({
        purpose: 'replay',
        status: 'delivered',
      });
    expect(said.join('')).toBe('key_set.issued HY-12\n');
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
});
