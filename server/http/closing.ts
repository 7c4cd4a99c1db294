import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For so long whoever is connected may still ask, and is told that the server stops. */
const ASK_MS = 500;
/** For so long what is in flight may take: a little less than main.ts waits for all. */
const FINISH_MS = 8000;

/**
 * Once the server closes, cuts the connections without a request in flight, and at last all. Node leaves those open that never asked
 * anything, such as the ones a browser opens ahead: the server would not come to its end (guarantee R18).
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
