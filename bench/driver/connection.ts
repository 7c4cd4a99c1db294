import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type Answer = { status: number; bytes: number };

const HEAD_END = Buffer.from('\r\n\r\n');

/** A persistent connection with one request at a time; it reads only the status and the length of an answer. */
export class Connection {
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async send(request: Buffer): Promise<Answer> {
    const socket = this.#socket ?? (await this.#open());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #open(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    socket.on('data', (part) => this.#take(part));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = null;
      this.#received = Buffer.alloc(0);
      this.#waiting?.reject(new Error('the connection was closed'));
      this.#waiting = null;
    });
    this.#socket = socket;
    return socket;
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, part]) : part;
    const end = endOf(this.#received);
    if (end === null) return;
    const status = Number(this.#received.subarray(9, 12).toString('latin1'));
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status, bytes: end });
  }
}

/** The number of bytes in the first answer; null while it is incomplete. */
function endOf(received: Buffer): number | null {
  const head = received.indexOf(HEAD_END);
  if (head < 0) return null;
  const headers = received.subarray(0, head).toString('latin1').toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1];
  const body = head + HEAD_END.length;
  if (length === undefined && /\r\ntransfer-encoding: chunked/.test(headers))
    return endOfChunks(received, body);
  const end = body + Number(length ?? 0);
  return received.length >= end ? end : null;
}

function endOfChunks(received: Buffer, from: number): number | null {
  for (let at = from; ; ) {
    const line = received.indexOf('\r\n', at, 'latin1');
    if (line < 0) return null;
    const size = Number.parseInt(received.subarray(at, line).toString('latin1'), 16);
    at = line + 2 + size + 2;
    if (received.length < at) return null;
    if (size === 0) return at;
  }
}

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
