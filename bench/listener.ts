import { type ClientRequest, get } from 'node:http';
import { createInterface } from 'node:readline';

/** Somebody whose browser is open: a stream of the live channel. */
export type Listener = {
  /** When a set was last named in it, of `performance.now()`; a set that was not named is not in it. */
  heard: Map<number, number>;
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
      const heard = new Map<number, number>();
      const lines = createInterface(reply);
      lines.on('error', () => undefined);
      lines.on('line', (line) => {
        if (!line.startsWith('data: ')) return;
        const { changes = [] } = JSON.parse(line.slice(6)) as { changes?: { ids?: number[] }[] };
        for (const id of changes.flatMap(({ ids = [] }) => ids)) heard.set(id, performance.now());
      });
      reply.on('error', () => undefined);
      resolve({ heard, close: () => sent.destroy() });
    }).on('error', reject);
  });
}
