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
