import { sql } from 'drizzle-orm';
import { api, type BodyOf, type Call, type ParamsOf, type ReplyOf } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { Member, Tx } from '../database/transactions.ts';
import type { CompanyCallName } from '../features/feature.ts';
import { companyCalls, preparations } from '../features/table.ts';
import { parse } from '../http/parse.ts';
import type { Actor } from './people.ts';

/**
 * Where the demo company's people act: as the pipeline does it (permission, form, feature), behind the company door's role and
 * settings, at a moment of the demo clock.
 */
export type Stage = {
  act<N extends CompanyCallName>(
    name: N,
    who: Actor,
    at: number,
    input: { params?: ParamsOf<N>; body?: BodyOf<N> },
  ): Promise<ReplyOf<N>>;
  /** What no call does: SQL as the owner, at a moment. */
  behindTheScenes(at: number, statement: ReturnType<typeof sql>): Promise<void>;
};

/** Everything happens in `tx`, a transaction of the system door; both roles are the login's to take, and end with it. */
export function openStage(tx: Tx, companyId: number, people: Record<Actor, Member>): Stage {
  let last = 0;

  /** One round trip: as owner the clock, as whom the rest. Integers, and times made here, are all that is inlined. */
  async function step(at: number, me: Member, role: 'keyhold_app' | 'keyhold_owner'): Promise<void> {
    if (at < last) throw new Error(`Time runs backwards: ${new Date(at).toISOString()}`);
    last = at;
    await tx.execute(
      sql.raw(
        `set local role keyhold_owner;
         update demo_clock set at = '${new Date(at).toISOString()}' where company_id = ${companyId};
         set local app.user_id = '${me.userId}'; set local role ${role}`,
      ),
    );
  }

  return {
    async act(name, who, at, { params, body }) {
      const me = people[who];
      const entry: Call = api[name];
      if (!meets(entry.needs, me)) throw new Error(`${who} may not ${name}`);
      await step(at, me, 'keyhold_app');
      const feature = companyCalls[name] as (call: unknown) => Promise<never>;
      const parsed = entry.body ? parse(entry.body, body) : undefined;
      const prepared =
        name in preparations
          ? await preparations[name as keyof typeof preparations](parsed as never)?.()
          : undefined;
      return feature({
        tx,
        me,
        again: async () => me,
        params: params ?? {},
        query: undefined,
        body: parsed,
        ifMatch: null,
        prepared,
      });
    },
    async behindTheScenes(at, statement) {
      await step(at, people.Dana, 'keyhold_owner');
      await tx.execute(statement);
    },
  };
}
