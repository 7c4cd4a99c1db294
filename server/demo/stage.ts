import { sql } from 'drizzle-orm';
import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Member, Tx } from '../database/transactions.ts';
import type { CompanyCallName } from '../features/feature.ts';
import { companyCalls, preparations } from '../features/table.ts';
import { parse } from '../http/parse.ts';
import { Refusal } from '../http/refusal.ts';
import { setClock } from './clock.ts';
import { photoOf } from './photo.ts';

/** First names of the demo accounts that act; Priya, the viewer, only ever carries keys. */
export type Actor = 'Dana' | 'Tom' | 'Hannah';

/**
 * A call of the contract, who makes it and when. Records stand by name in every field of REFERENCES, a set by its identifier; `makes`
 * names the record it makes. `imageUrl` is the number of keys on the photo. `isRefused` when the refusal is the point of it.
 */
export type Act = {
  at: number;
  who: Actor;
  call: CompanyCallName;
  params?: Record<string, string>;
  body: Record<string, unknown>;
  makes?: string;
  isRefused?: boolean;
};

const REFERENCES = [
  'id',
  'locationId',
  'toLocationId',
  'keyBunchId',
  'auditSessionId',
  'officerUserId',
  'holderId',
  'returnedBy',
  'premisesIds',
];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an act gives out or takes in, set by set; the story undoes nothing but an issue. */
export function custodyOf({ call, params, body }: Act): { id: string; out: boolean }[] {
  const out = call === 'issueKeyBunch' || call === 'issueBatch';
  if (call === 'issueBatch' || call === 'returnBatch')
    return (body.items as { keyBunchId: string }[]).map(({ keyBunchId: id }) => ({ id, out }));
  return out || call === 'returnKeyBunch' || call === 'undoCustody' ? [{ id: `${params?.id}`, out }] : [];
}

/**
 * Performs the acts as the pipeline does it: permission, form, feature, as the role of companies, each at its moment of the
 * stopped clock. `tx` has the role and the company already.
 */
export async function perform(tx: Tx, acts: readonly Act[], people: readonly Member[]): Promise<void> {
  const ids = new Map(people.map((one) => [fullName(one), one.userId]));
  const resolved = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolved(name, one));
    if (isRecord(value)) return resolve(value);
    return REFERENCES.includes(name) && typeof value === 'string' ? ids.get(value) : value;
  };
  const resolve = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolved(name, value)]));

  for (const { at, who, call: name, params, body, makes, isRefused } of acts) {
    const me = people.find(({ firstName }) => firstName === who);
    const call: Call = api[name];
    if (!me || !meets(call.needs, me)) throw new Error(`${who} may not ${name}`);
    const sent = resolve(body);
    if (typeof body.imageUrl === 'number') sent.imageUrl = await photoOf(body.imageUrl);
    const parsed = call.body ? parse(call.body, sent) : undefined;
    const prepare = name in preparations ? preparations[name as keyof typeof preparations] : undefined;
    const prepared = await prepare?.(parsed as never)?.();
    await tx.execute(sql.raw(`${setClock(at)}; set local app.user_id = '${me.userId}'`));
    const feature = companyCalls[name] as (input: unknown) => Promise<{ id: number }>;
    const given = {
      tx,
      me,
      again: async () => me,
      params: resolve(params),
      body: parsed,
      ifMatch: null,
      prepared,
    };
    const made = await feature(given).catch((error: unknown) => {
      if (isRefused && error instanceof Refusal) return null;
      throw error;
    });
    if (makes && made) ids.set(makes, made.id);
  }
}
