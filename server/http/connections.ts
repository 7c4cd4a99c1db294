import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long connections that never sent a request may still send one; it gets 503. */
const ASK_MS = 500;
/** Time for requests in flight: a little less than main.ts waits. */
const FINISH_MS = 8000;

/**
 * When the server closes, cuts idle connections, then all. Node keeps connections open that never sent a request, such as a browser's
 * preconnections, and the process would not end (R18).
 */
export function cutOnClose(app: FastifyInstance): void {
  const inFlight = new Map<Socket, number>();
  const count = (socket: Socket, by: number) => {
    const before = inFlight.get(socket);
    if (before !== undefined) inFlight.set(socket, before + by);
  };
  app.server.on('connection', (socket: Socket) => {
    inFlight.set(socket, 0);
    socket.once('close', () => inFlight.delete(socket));
  });
  app.server.on('request', ({ socket }, reply) => {
    count(socket, 1);
    reply.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy();
    }, ASK_MS).unref();
    setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
  });
}

/** A socket's handle: bytes handed to it, and those the system has not taken yet. */
type Handle = { bytesWritten?: number; writeQueueSize?: number } | null | undefined;
type Progress = { taken: number; since: number };

/**
 * Cuts each connection whose pending bytes the system has not taken for `stalledMs` (a sixth later at most). Node's own timeout takes at
 * least twice as long, as it restarts on partial progress.
 */
export function cutStalled(app: FastifyInstance, stalledMs: number): void {
  const open = new Map<Socket, Progress>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: Date.now() });
    socket.once('close', () => open.delete(socket));
  });
  const sweep = setInterval(() => {
    const now = Date.now();
    for (const [socket, before] of open) {
      const { bytesWritten = 0, writeQueueSize = 0 } = (socket as { _handle?: Handle })._handle ?? {};
      const taken = bytesWritten - writeQueueSize;
      if (writeQueueSize === 0 || taken !== before.taken) open.set(socket, { taken, since: now });
      else if (now - before.since >= stalledMs) socket.destroy();
    }
  }, stalledMs / 6);
  sweep.unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}
