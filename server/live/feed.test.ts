import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../testing/live.ts';
import { startServer } from '../testing/server-process.ts';
import { useWire } from '../testing/wire.ts';
import { useWorld } from '../testing/world.ts';
import { LiveStream } from './stream.ts';

const world = useWorld({});
const wire = useWire(world);

test('when the database hangs up streams end, and whoever comes again hears what happened meanwhile', async () => {
  const company = await world.newCompany();
  const site = await company.location();
  const subscriber = await listen(wire.url, company.admin);
  await world.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%changes%' and pid <> pg_backend_pid()",
  );
  await subscriber.until(() => subscriber.ended());
  const bunch = await company.bunch(site.id);
  await expect
    .poll(async () => {
      const back = await listen(wire.url, company.admin, { lastEventId: subscriber.lastId() });
      await back.until(() => back.status !== 200 || back.changes().length > 0).finally(() => back.close());
      return back.changes().some(({ ids }) => ids?.includes(bunch.id));
    })
    .toBe(true);
});

test('whoever does not read is cut off', async () => {
  const stream = new LiveStream();
  const server = createServer((_request, reply: ServerResponse) => void stream.pipe(reply)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(server, 'request');
  socket.pause();
  const filler = 'x'.repeat(8000);
  for (let n = 0; n < 5000 && !stream.destroyed; n += 1) {
    stream.beat(filler);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(stream.destroyed).toBe(true);
  socket.destroy();
  server.close();
});

test('a server that is told to stop ends its streams and stops at once', async () => {
  const company = await world.newCompany();
  const server = await startServer({ DATABASE_URL: world.databaseUrl, DEMO_MODE: 'off' });
  const subscribers = await Promise.all([1, 2, 3].map(() => listen(server.url, company.admin)));
  const started = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - started).toBeLessThan(3000);
  expect(subscribers.map((subscriber) => subscriber.ended())).toEqual([true, true, true]);
});

test('two servers on one database hear each other', async () => {
  const company = await world.newCompany();
  const site = await company.location();
  const server = await startServer({ DATABASE_URL: world.databaseUrl, DEMO_MODE: 'off' });
  const subscriber = await listen(server.url, company.admin);
  const bunch = await company.bunch(site.id);
  await subscriber.until(() => subscriber.changes().some(({ ids }) => ids?.includes(bunch.id)), 2000);
  subscriber.close();
  await server.stop();
});
