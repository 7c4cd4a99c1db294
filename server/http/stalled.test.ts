import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { putMovements } from '../testing/put.ts';
import { makeSite } from '../testing/site.ts';
import { headOf, useWire } from '../testing/wire.ts';
import { useWorld } from '../testing/world.ts';

const world = useWorld({ STALLED_SECONDS: '6' });
const wire = useWire(world);

/** Connections with bytes that the system has not taken; a short reply can be in its buffers whole, and is nobody's loss. */
const open = new Set<Socket>();
const pending = () =>
  [...open].filter((socket) => (socket as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize)
    .length;

test('replies that were handed over whole and nobody reads are cut within STALLED_SECONDS, and one that is read slowly is not', async () => {
  const site = await makeSite(world);
  // One piece of four megabytes, more than the system's buffers take.
  await putMovements(world, site.admin, { count: 500, locationId: site.here.id, notes: '🔑'.repeat(2000) });
  const path = '/api/movement-history?limit=500';
  const head = headOf({ path, headers: { cookie: site.admin.cookie ?? '' } });
  world.app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let read = 0;
  const slow = await wire.raw(head);
  // Some 64 KB seven times a second: the whole takes longer than STALLED_SECONDS.
  slow.on('data', (part) => {
    read += part.length;
    slow.pause();
    setTimeout(() => slow.resume(), 150);
  });
  slow.resume();
  await Promise.all(Array.from({ length: 4 }, () => wire.raw(head)));
  await expect.poll(pending, { timeout: 20_000 }).toBeGreaterThan(2);
  const began = Date.now();
  await expect.poll(pending, { timeout: 20_000 }).toBeLessThan(2);
  expect(slow.destroyed).toBe(false);
  // The sweep runs every sixth of the time; Node's own timeout would take twice the time.
  expect(Date.now() - began).toBeLessThan(10_000);
  await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(4_000_000);
}, 60_000);
