import { count, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';
import { KEPT_SHAPES, literal, preparedShapes } from './prepared.ts';
import type { Tx } from './transactions.ts';

const world = useWorld();

test('of a select of many shapes those last used are kept, and no more', async () => {
  const client = await world.pool.connect();
  const tx = drizzle(client) as unknown as Tx;
  const built: number[] = [];
  const read = preparedShapes<{ n: number }>({ n: count() });
  const ask = (most: number) =>
    read(
      tx,
      String(most),
      (draft) => {
        built.push(most);
        return draft.select({ n: count() }).from(sql`generate_series(1, ${literal(most)})`);
      },
      {},
    );
  try {
    for (const most of [0, 1, 0, 1]) expect(await ask(most)).toEqual([{ n: most }]);
    expect(built).toEqual([0, 1]);
    for (let most = 2; most <= KEPT_SHAPES; most += 1) {
      await ask(most);
      await ask(1);
    }
    await ask(1);
    await ask(0);
    expect(built.filter((most) => most < 2)).toEqual([0, 1, 0]);
  } finally {
    client.release();
  }
});
