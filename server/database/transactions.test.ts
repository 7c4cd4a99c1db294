import type pg from 'pg';
import { expect, test } from 'vitest';
import { refuse } from '../refusal.ts';
import { useWorld } from '../testing/world.ts';
import { run, sql } from './sql.ts';
import { openTransactions, type Tx } from './transactions.ts';

const world = useWorld({});

/** The pool of the world, and all texts that its connections send. */
function recorded(): { pool: pg.Pool; sent: string[] } {
  const sent: string[] = [];
  const connect = async () => {
    const client = await world.pool.connect();
    const query = (config: string | { text: string }, ...rest: unknown[]) => {
      sent.push(typeof config === 'string' ? config : config.text);
      return (client.query as (...all: unknown[]) => unknown).call(client, config, ...rest);
    };
    return Object.assign(Object.create(client), { query });
  };
  return { pool: Object.assign(Object.create(world.pool), { connect }), sent };
}

test.each(['refused', 'done'] as const)(
  'a part of a transaction that continues after it is %s sends no further statement',
  async (outcome) => {
    const { pool, sent } = recorded();
    const transactions = openTransactions(pool);
    let resume = () => {};
    const over = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const straggler = async (tx: Tx) => {
      await run(tx, sql`select 1`);
      await over;
      await run(tx, sql`select 'late'`);
    };
    const whole = transactions.forSystem(async (tx) => {
      late = straggler(tx);
      late.catch(() => undefined);
      await run(tx, sql`select 2`);
      if (outcome === 'refused') throw refuse(409, 'Not now', { code: 'stale' });
    });
    if (outcome === 'refused') await expect(whole).rejects.toMatchObject({ message: 'Not now' });
    else await whole;
    // The late statement arrives after the next transaction has begun.
    await transactions.forSystem(async (tx) => {
      resume();
      await expect(late).rejects.toThrow('The transaction has ended');
      await run(tx, sql`select 3`);
    });
    expect(sent.filter((text) => !text.startsWith('begin'))).toEqual([
      'select 1',
      'select 2',
      outcome === 'refused' ? 'rollback' : 'commit',
      'select 3',
      'commit',
    ]);
  },
);
