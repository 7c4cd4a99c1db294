import { type ClientRequest, get } from 'node:http';
import { createInterface } from 'node:readline';

/** A stream of the live channel, as of an open browser. */
export type Listener = {
  /** When each set was last named in the stream (performance.now()). */
  receivedAt: Map<number, number>;
  close(): void;
};

/** Opens a stream as a browser behind the proxy would; throws unless it is let in. */
export function listen(port: number, headers: Record<string, string>): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/live', headers, agent: false };
    const sent: ClientRequest = get(options, (reply) => {
      if (reply.statusCode !== 200) {
        sent.destroy();
        return reject(new Error(`/api/live answered ${reply.statusCode}`));
      }
      const receivedAt = new Map<number, number>();
      const lines = createInterface(reply);
      lines.on('error', () => undefined);
      lines.on('line', (line) => {
        if (!line.startsWith('data: ')) return;
        const { changes = [] } = JSON.parse(line.slice(6)) as { changes?: { ids?: number[] }[] };
        for (const id of changes.flatMap(({ ids = [] }) => ids)) receivedAt.set(id, performance.now());
      });
      reply.on('error', () => undefined);
      resolve({ receivedAt, close: () => sent.destroy() });
    }).on('error', reject);
  });
}
