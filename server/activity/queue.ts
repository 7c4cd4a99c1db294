import type { FastifyBaseLogger } from 'fastify';

/** What waits at most; beyond, it is lost, and the server's log says so. */
const QUEUE_MOST = 1000;
const AGAIN_MS = 500;
const IDLE_MS = 50;
/** When the server stops, so long for what waits. */
const STOP_MS = 3000;

type Waiting<T> = { one: T; after: number };

/** Writes one after another, and what could not be written again a little later, behind the others. */
export function openQueue<T>(write: (one: T) => Promise<void>, log: Pick<FastifyBaseLogger, 'error'>) {
  let waiting: Waiting<T>[] = [];
  let running: Promise<void> | null = null;
  let stopping = Number.POSITIVE_INFINITY;
  let lost = 0;
  let held = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0 && performance.now() < stopping) {
      const due = waiting.find(({ after }) => after <= performance.now());
      if (!due) {
        await new Promise((resume) => setTimeout(resume, IDLE_MS));
        continue;
      }
      try {
        await write(due.one);
        waiting = waiting.filter((other) => other !== due);
      } catch (error) {
        if (due.after === 0) log.error({ err: error }, 'activity not written yet');
        due.after = performance.now() + AGAIN_MS;
      }
    }
    if (lost > 0) sayLost(lost);
    lost = 0;
  }
  const sayLost = (n: number) =>
    log.error({ event: 'activity', lost: n }, 'entries of the activity were lost');

  function begin(): void {
    running ??= drain().finally(() => {
      running = null;
    });
  }
  /** When nothing waits any more. */
  async function settled(): Promise<void> {
    if (waiting.length > 0) begin();
    while (running) await running;
  }

  return {
    add(one: T): void {
      if (waiting.length >= QUEUE_MOST) {
        lost += 1;
        return;
      }
      waiting.push({ one, after: 0 });
      if (!held) begin();
    },
    settled,
    hold(): void {
      held = true;
    },
    async stop(): Promise<void> {
      if (held) return;
      stopping = performance.now() + STOP_MS;
      await settled();
      if (waiting.length > 0) sayLost(waiting.length);
    },
  };
}
