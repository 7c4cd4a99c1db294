import { PLANS, type Plan, type PlanType } from '../../../shared/plan.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { planLimit } from '../../refusal.ts';

type Usage = { keys: number; locations: number; users: number };

/** The plan's current counts of the whole company. */
async function usageOf(tx: Tx): Promise<Usage> {
  const usage = await row(tx, sql<Usage>`select keys, locations, users from company_usage()`);
  return usage ?? { keys: 0, locations: 0, users: 0 };
}

/** The same for the caller: null for users limited to some locations. */
export const usageSeenBy = async (tx: Tx, me: Member): Promise<Usage | null> =>
  me.locations === null ? usageOf(tx) : null;

/** A kind of record that the company has or had, in words; null for a company without any. Users, and the people that they are, may be there. */
export async function recordOf(tx: Tx): Promise<string | null> {
  const found = await row(
    tx,
    sql<{ what: string | null }>`select case
      when exists (select from locations) then 'locations' when exists (select from key_bunches) then 'key sets'
      when exists (select from premises) then 'premises' when exists (select from holders where user_id is null) then 'people'
      when exists (select from settings) then 'settings of its own' when exists (select from labels) then 'printed labels'
      when exists (select from archived_key_bunches) then 'deleted key sets' when exists (select from movement_history) then 'a history'
      when exists (select from audit_sessions) then 'audits' when exists (select from former_registers) then 'a former register' end as what`,
  );
  return found?.what ?? null;
}

/** The company's current plan. */
export async function planOf(tx: Tx): Promise<PlanType> {
  const company = await row(tx, sql<{ plan: PlanType }>`select plan_type as plan from companies`);
  return company?.plan ?? 'basic';
}

/** Locks the company's row, so that parallel additions are counted one after the other; a feature's first lock. */
export async function lockPlan(tx: Tx): Promise<Plan> {
  const locked = await row(tx, sql<{ plan: PlanType }>`select lock_plan() as plan`);
  return PLANS[locked?.plan ?? 'basic'];
}

/** 403 (code plan_limit) when one more would exceed the locked plan; a feature's last check. `added`: already added by this transaction, negative for those still to come. */
export async function enforcePlanLimit(tx: Tx, plan: Plan, noun: keyof Usage, added = 0): Promise<void> {
  const limit = plan[noun];
  if (limit !== null && (await usageOf(tx))[noun] - added >= limit) throw planLimit(plan, noun);
}
