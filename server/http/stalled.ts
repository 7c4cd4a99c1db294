import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
