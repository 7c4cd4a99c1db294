import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** N callers send requests without a pause for `ms`, each on its own connection. */
export type Job = { port: number; requests: string[][]; callers: number; ms: number };
/**
 * Answers below 500 and how long each took, and how many of them came within the `ms` asked for; 503 with and without Retry-After; every
 * other answer, and connections that broke.
 */
export type Result = {
  answered: number[];
  inTime: number;
  busy: number;
  busyWithoutRetryAfter: number;
  wrong: Record<string, number>;
};

const HEAD_END = '\r\n\r\n';

async function call({ port, requests }: Job, index: number, until: number, result: Result): Promise<void> {
  const own = requests[index % requests.length] ?? [];
  let socket: Socket | null = null;
  for (let turn = index; performance.now() < until; turn += 1) {
    const began = performance.now();
    try {
      socket ??= await open(port);
      const head = await exchange(socket, own[turn % own.length] ?? '');
      const status = Number(head.slice(9, 12));
      if (status < 500) {
        result.answered.push(performance.now() - began);
        if (performance.now() < until) result.inTime += 1;
      } else if (status === 503) {
        result.busy += 1;
        if (!/\r\nretry-after: \d/i.test(head)) result.busyWithoutRetryAfter += 1;
      } else result.wrong[status] = (result.wrong[status] ?? 0) + 1;
    } catch (error) {
      const name = (error as Error).message;
      result.wrong[name] = (result.wrong[name] ?? 0) + 1;
      socket?.destroy();
      socket = null;
    }
  }
  socket?.destroy();
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends a request and answers the head of its reply once all of it has come; replies have a length. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const done = (error?: Error) => {
      socket.off('data', take).off('error', done).off('close', closed);
      if (error) reject(error);
    };
    const closed = () => done(new Error('closed'));
    const take = (part: Buffer) => {
      received = received.length > 0 ? Buffer.concat([received, part]) : part;
      const end = received.indexOf(HEAD_END);
      if (end < 0) return;
      const head = received.subarray(0, end).toString('latin1');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + HEAD_END.length + length) return;
      done();
      resolve(head);
    };
    socket.on('data', take).on('error', done).on('close', closed);
    socket.write(request);
  });
}

/** The driver's process: takes jobs from its parent, one at a time. */
process.on('message', (job: Job) => {
  const result: Result = { answered: [], inTime: 0, busy: 0, busyWithoutRetryAfter: 0, wrong: {} };
  const began = performance.now();
  const callers = Array.from({ length: job.callers }, (_, n) => call(job, n, began + job.ms, result));
  void Promise.all(callers).then(() => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
