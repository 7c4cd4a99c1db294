import { inArray } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { slices } from '../../database/slices.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import { takersNamed } from '../custody/taker.ts';
import { type Bunch, selectBunches } from '../key-bunch/key-bunch.ts';
import type { JudgedSet } from './set-judge.ts';

/** The plan is locked only now, so that nobody who adds something waits for a whole file; what was added is counted with it. */
export async function enforcePlan(tx: Tx, sets: number, places: number): Promise<void> {
  if (sets + places === 0) return;
  const plan = await lockPlan(tx);
  if (places > 0) await enforcePlanLimit(tx, plan, 'locations', 1);
  if (sets > 0) await enforcePlanLimit(tx, plan, 'keys', 1);
}

export async function lockTakers(tx: Tx, used: JudgedSet[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { sent } of used)
    if (sent.out?.taker.holderId) {
      const key = sent.out.taker.name.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  for (const [key, { whyNot }] of await takersNamed(tx, [...counts.keys()], true)) {
    const why = whyNot(counts.get(key) ?? 0);
    if (why) throw refuse(409, why, { detail: 'Ask an administrator to change it.', code: 'holder' });
  }
}

/** The sets that are to change, locked in the order of their ids; one that somebody changed since it was looked at refuses all. */
export async function lockChanged(tx: Tx, changed: JudgedSet[]): Promise<Map<number, Bunch>> {
  const before = new Map(
    changed.flatMap((one) => (one.before ? [[one.before.id, one.before] as const] : [])),
  );
  const ids = [...before.keys()].sort((a, b) => a - b);
  const locked = new Map<number, Bunch>();
  for (const some of slices(ids)) {
    const rows = await selectBunches(tx)
      .where(inArray(keyBunches.id, some))
      .orderBy(keyBunches.id)
      .for('update', { of: keyBunches });
    for (const bunch of rows) locked.set(bunch.id, bunch);
  }
  for (const [id, seen] of before)
    if (locked.get(id)?.updatedAt !== seen.updatedAt)
      throw refuse(409, REFUSALS.stale, {
        code: 'stale',
        detail: `Key set ${seen.identifier} changed meanwhile.`,
      });
  return locked;
}
