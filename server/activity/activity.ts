import type { FastifyBaseLogger } from 'fastify';
import { count } from '../../shared/count.ts';
import { fullName } from '../../shared/user-name.ts';
import { raw, row, run, sql } from '../database/sql.ts';
import type { Transactions } from '../database/transactions.ts';
import { recordAuditLogAs } from '../features/history/log.ts';
import { type Kind, Windows } from './windows.ts';

/** An entry for the log of the account's company, written after the reply. */
export type Noted = {
  /** The actor's account, or the one of a failed sign-in. */
  userId: number;
  tokenId: number | null;
  address: string;
  action: string;
  /** The entry's description, for readers without a sentence for the action. */
  descriptionOf: (name: string) => string;
  details?: Record<string, unknown>;
  /** For repeatable actions, limited by kind to one entry a minute; `capped` also limits them by company (windows.ts). */
  burst?: { kind: string; capped: boolean };
};

type Waiting = { noted: Noted; kind: Kind<Noted> | null; admitted?: boolean };

/** Longest wait for a busy company's chain; this writer holds one connection. */
const LOCK_MS = 250;
const POLL_MS = 5000;

export type Activity = {
  note(noted: Noted): void;
  /** Writes the counts so far. */
  flush(): void;
  /** Resolves when the queue is empty. */
  settled(): Promise<void>;
  /** From then on writes only in `settled`, so that a test sees its own call's entries first; the rest is dropped. */
  hold(): void;
  stop(): Promise<void>;
};

/**
 * Writes log entries outside business transactions: sign-ins, refusals, exports. After the response, each in a short transaction, one at a
 * time per process. A busy chain is retried; entries lost in a crash or past QUEUE_MOST are in the server's log.
 */
export function openActivity(
  transactions: Pick<Transactions, 'forSystem'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  wake: () => void,
): Activity {
  const windows = new Windows<Noted>();
  const queue = openQueue<Waiting>(async (one) => {
    if (await write(transactions, windows, one)) wake();
  }, log);
  const add = (noted: Noted, kind: Kind<Noted> | null = null) => queue.add({ noted, kind });

  function note(noted: Noted): void {
    const kind = noted.burst ? windows.begin(noted.burst.kind, noted) : null;
    if (kind || !noted.burst) add(noted, kind);
  }

  function flush(all = true): void {
    const { counted, tallied } = windows.closed(all);
    for (const { first, times, addresses } of counted) {
      const { burst: _, ...again } = first;
      add({ ...again, address: '', details: { ...first.details, times, address: addresses.join(', ') } });
    }
    for (const { one, times, accounts } of tallied)
      add({
        userId: one.userId,
        tokenId: null,
        address: '',
        action: 'refusals_counted',
        descriptionOf: () =>
          count(times, 'more failed sign-in or refusal', 'more failed sign-ins and refusals'),
        details: { times, accounts },
      });
  }

  const timer = setInterval(() => flush(false), POLL_MS);
  timer.unref();
  return {
    note,
    flush,
    settled: queue.settled,
    hold: queue.hold,
    async stop() {
      clearInterval(timer);
      flush();
      await queue.stop();
    },
  };
}

type AccountRow = {
  companyId: number | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** False when only counted, and for users without a company. */
async function write(
  { forSystem }: Pick<Transactions, 'forSystem'>,
  windows: Windows<Noted>,
  one: Waiting,
): Promise<boolean> {
  const { userId, tokenId, action, address, descriptionOf, details, burst } = one.noted;
  return forSystem(async (tx) => {
    await run(tx, raw(`set local synchronous_commit = off; set local lock_timeout = ${LOCK_MS}`));
    const who = await row(
      tx,
      sql<AccountRow>`select company_id as "companyId", first_name as "firstName", last_name as "lastName", email
        from users where id = ${userId}`,
    );
    const companyId = who?.companyId;
    if (!who || !companyId) return false;
    // Decided once, even if the transaction is retried.
    one.admitted ??= !(one.kind && burst?.capped) || windows.admits(one.kind, companyId);
    if (!one.admitted) return false;
    await recordAuditLogAs(
      tx,
      { ...who, companyId, userId, tokenId },
      {
        action,
        description: descriptionOf(fullName(who)),
        details: { ...details, ...(address && { address }) },
      },
    );
    return true;
  });
}

/** Limit of queued entries. Further ones are lost, and their number is logged. */
const QUEUE_MOST = 1000;
const AGAIN_MS = 500;
const IDLE_MS = 50;
/** Time for queued entries at shutdown. */
const STOP_MS = 3000;

type QueueWaiting<T> = { one: T; after: number };

/** Writes items one after another; a failed one is retried later, behind the others. */
function openQueue<T>(write: (one: T) => Promise<void>, log: Pick<FastifyBaseLogger, 'error'>) {
  let waiting: QueueWaiting<T>[] = [];
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
    if (lost > 0) warnOfLost(lost);
    lost = 0;
  }
  const warnOfLost = (n: number) =>
    log.error({ event: 'activity', lost: n }, 'entries of the activity were lost');

  function begin(): void {
    running ??= drain().finally(() => {
      running = null;
    });
  }
  /** Resolves when the queue is empty. */
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
      if (waiting.length > 0) warnOfLost(waiting.length);
    },
  };
}
