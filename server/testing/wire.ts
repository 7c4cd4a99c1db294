import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import type { World } from './world.ts';

export type Head = { method?: string; path: string; headers?: Record<string, string> };

/** What a client can do on the wire but not through `inject`: send and read arbitrarily slowly. `const wire = useWire(world)`. */
export function useWire(world: World) {
  const opened = new Set<Socket | ClientRequest>();
  const keep = <T extends Socket | ClientRequest>(one: T): T => {
    one.on('error', () => undefined);
    opened.add(one);
    return one;
  };
  const port = () => (world.app.server.address() as AddressInfo).port;
  beforeAll(async () => {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => {
    for (const one of opened) one.destroy();
  });

  return {
    get url(): string {
      return `http://127.0.0.1:${port()}`;
    },
    /** Sends raw bytes and leaves the socket open; the response is not read until the caller listens. */
    async raw(bytes: string): Promise<Socket> {
      const socket = keep(connect(port(), '127.0.0.1'));
      await once(socket, 'connect');
      socket.pause();
      socket.write(bytes);
      return socket;
    },
    /** Sends a request without the last byte of its body; `finish` sends that byte and returns the response. */
    hold({ method = 'POST', path, headers = {} }: Head, body: unknown) {
      const whole = JSON.stringify(body);
      const sent = keep(
        request({
          port: port(),
          method,
          path,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(whole),
            ...headers,
          },
        }),
      );
      // Listen before the rest is sent: a response or a reset may come earlier.
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      answered.catch(() => undefined);
      sent.write(whole.slice(0, -1));
      return {
        async finish() {
          sent.end(whole.slice(-1));
          const [reply] = await answered;
          return { status: reply.statusCode, body: JSON.parse(await text(reply)) as { message?: string } };
        },
      };
    },
  };
}

/** The head of a request, announcing a body of `length`. */
export function headOf({ method = 'GET', path, headers = {} }: Head, length?: number): string {
  const lines = Object.entries({
    host: 'keys.example.com',
    ...(length !== undefined && { 'content-type': 'application/json', 'content-length': String(length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
