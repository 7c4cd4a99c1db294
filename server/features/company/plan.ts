import { sql } from 'drizzle-orm';
import { PLANS, type Plan, type PlanType } from '../../../shared/plan.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { planLimit } from '../../refusal.ts';

type Usage = { keys: number; locations: number; users: number };

/** What the plan counts now, of the whole company. */
export async function usageOf(tx: Tx): Promise<Usage> {
  const { rows } = await tx.execute<Usage>(sql`select keys, locations, users from company_usage()`);
  return rows[0] ?? { keys: 0, locations: 0, users: 0 };
}

/** The same for whoever asks: null for somebody limited to some locations. */
export const usageSeenBy = async (tx: Tx, me: Member): Promise<Usage | null> =>
  me.locations === null ? usageOf(tx) : null;

/** Which plan the company has, as it is now. */
export async function planOf(tx: Tx): Promise<PlanType> {
  const { rows } = await tx.execute<{ plan: PlanType }>(sql`select plan_type as plan from companies`);
  return rows[0]?.plan ?? 'basic';
}

/** Holds the company's row, so that two additions at once are counted one after the other; the first lock of a feature. */
export async function lockPlan(tx: Tx): Promise<Plan> {
  const { rows } = await tx.execute<{ plan: PlanType }>(sql`select lock_plan() as plan`);
  return PLANS[rows[0]?.plan ?? 'basic'];
}

/**
 * Refuses when one more would exceed the locked plan: 403, code plan_limit; the last check of a feature. `added`:
 * how many the same transaction has added already.
 */
export async function enforcePlanLimit(tx: Tx, plan: Plan, noun: keyof Usage, added = 0): Promise<void> {
  const limit = plan[noun];
  if (limit !== null && (await usageOf(tx))[noun] - added >= limit) throw planLimit(plan, noun);
}
