import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { run } from './testing/server-process.ts';

/** A database that accepts connections and never answers. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => sockets.add(socket));
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

/** Runs before the server, and fails as soon as a listener for unhandled errors is attached. */
const failing = `const word = ['hid', 'den'].join('');
const wait = setInterval(() => {
  if (process.listenerCount('unhandledRejection') === 0) return;
  clearInterval(wait);
  Promise.reject(Object.assign(new Error(word), { severity: 'ERROR', code: '23514', table: 'users', detail: word,
    where: word, hint: word, parameters: [word] }));
}, 1)`;

test('M7 an error that nobody caught before there is a log ends the start with a line of the log’s own form, and no value', async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const { code, said } = await run('main', {
    DATABASE_URL: `postgres://keyhold:password@127.0.0.1:${port}/keyhold`,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(failing)}`,
  });
  expect(code).toBe(1);
  expect(said).not.toMatch(/hidden|password/);
  expect(JSON.parse(said)).toMatchObject({
    level: 60,
    msg: 'unhandledRejection',
    err: { code: '23514', table: 'users' },
  });
});
