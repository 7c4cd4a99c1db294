import sharp from 'sharp';
import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { fullName } from '../../shared/user-name.ts';
import { raw, row, run, type Sql, sql } from '../database/sql.ts';
import type { Member, Tx } from '../database/transactions.ts';
import type { CompanyCallName } from '../features/feature.ts';
import { companyCalls, preparations } from '../features/table.ts';
import { parse } from '../parse.ts';
import { Refusal } from '../refusal.ts';

/** First names of the demo accounts that act; Priya, the viewer, only carries keys. */
export type Actor = 'Dana' | 'Tom' | 'Hannah';

/**
 * A call of the contract, who makes it and when. Records stand by name in every field of REFERENCES, a set by its identifier; `makes`
 * names the record it makes, or with each set's identifier the reservations, and `imageUrl` is the number of keys on the photo. `isRefused` when the refusal is the point of it. `share` of
 * the sets that an audit expects and that are not missing are ticked by one call each, up from `from`.
 */
export type Act = {
  at: number;
  who: Actor;
  call: CompanyCallName;
  params?: Record<string, string>;
  body: Record<string, unknown>;
  makes?: string;
  isRefused?: boolean;
  /** Of a room handover: which part of what it reads then the call sends. */
  reads?: 'unsettled' | 'figures';
  share?: number;
  from?: number;
};

const REFERENCES =
  /^(id|locationId|toLocationId|keyBunchId|auditSessionId|officerUserId|holderId|premisesIds|reservationIds)$/;

/** Placeholder for the next tag on the roll. */
export const NEXT_TAG = 'the next tag';
const FIRST_TAG = 447_901;
/** Between two sets of an audit. */
const PACE_MS = 20_000;

/** What the reply of a call has that later acts use: its id, and the sets that a started audit expects. */
type Made = { id: number; expected?: { id: number; status: string }[]; keyBunch?: { identifier: string } };

/**
 * Performs the acts as the pipeline does it: permission, form, feature, as the role of companies, each at its moment of the
 * stopped clock, or when the one before it ended. `tx` has the role and the company already.
 */
export async function perform(tx: Tx, acts: readonly Act[], people: readonly Member[]): Promise<void> {
  const records = new Map<unknown, Made>(people.map((one) => [fullName(one), { id: one.userId }]));
  let tag = FIRST_TAG;
  let time = 0;
  const resolved = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolved(name, one));
    if (typeof value === 'object' && value) return resolve(value as Record<string, unknown>);
    if (value === NEXT_TAG) return String(tag++);
    return REFERENCES.test(name) ? (records.get(value)?.id ?? value) : value;
  };
  const resolve = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolved(name, value)]));

  async function enact({ at, who, call: name, params, body, makes, isRefused, reads }: Act): Promise<void> {
    const me = people.find(({ firstName }) => firstName === who);
    const call: Call = api[name];
    if (!me || !meets(call.needs, me)) throw new Error(`${who} may not ${name}`);
    time = Math.max(time, at);
    await run(tx, sql`select ${clockAt(time)}, set_config('app.user_id', ${me.userId}, true)`);
    const sent = resolve(body);
    const input = { tx, me, params: resolve(params) };
    if (reads) Object.assign(sent, await roomPartOf(reads, input));
    if (reads === 'unsettled' && !(sent.items as unknown[]).length) return;
    if (typeof body.imageUrl === 'number') sent.imageUrl = await photoOf(body.imageUrl);
    const parsed = call.body ? parse(call.body, sent) : undefined;
    const prepare = name in preparations ? preparations[name as keyof typeof preparations] : undefined;
    const prepared = await prepare?.(parsed as never)?.();
    const feature = companyCalls[name] as (input: unknown) => Promise<Made | Made[]>;
    const common = { tx, me, again: async () => me, ifMatch: null };
    const made = await feature({ ...common, params: resolve(params), body: parsed, prepared }).catch(
      (error: unknown) => {
        if (isRefused && error instanceof Refusal) return null;
        throw error;
      },
    );
    if (makes && made)
      for (const one of [made].flat())
        records.set(one.keyBunch ? `${makes} ${one.keyBunch.identifier}` : makes, one);
  }

  for (const act of acts) {
    const { share, from = 0 } = act;
    if (share === undefined) await enact(act);
    else {
      const { expected = [] } = records.get(act.params?.id) ?? {};
      const present = expected.filter(({ status }) => status !== 'missing');
      const upTo = (part: number) => Math.ceil(present.length * part);
      for (const { id: keyBunchId } of present.slice(upTo(from), upTo(share)))
        await enact({ ...act, at: time + PACE_MS, body: { keyBunchId, seen: true } });
    }
  }
}

/** What a call of a room handover sends of what it reads: the sets without an answer, or the figures that are signed. */
async function roomPartOf(part: 'unsettled' | 'figures', input: object): Promise<Record<string, unknown>> {
  const read = companyCalls.getRoomHandover as (input: object) => Promise<OneRoomHandover>;
  const { settle, figures, read: was } = await read(input);
  if (part === 'figures') return { figures, read: was };
  const open = settle.filter(({ answer }) => answer === null);
  return { items: open.map(({ keyBunchId }) => ({ keyBunchId })) };
}

const KEY =
  'M92 0a52 46 0 0 1 92 -26l20 9h242l22 17l-22 17l-24 -16l-22 12l-26 -18l-30 20l-24 -10l-28 12L204 17l-20 9a52 46 0 0 1 -92 -26z';

/** A photo of a set as a data URL: up to five keys on a ring with a tag. */
async function photoOf(keys: number): Promise<string> {
  const drawn = Array.from({ length: keys }, (_, index) => {
    const place = `translate(600 230) rotate(${28 + (index * 124) / Math.max(1, keys - 1)})`;
    return `<path transform="${place}" d="${KEY}" fill="${index % 3 === 2 ? '#c79d4b' : '#aab1b9'}" stroke="#0006" stroke-width="3"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="630" viewBox="0 0 1200 840">
    <rect width="1200" height="840" fill="#3c454d"/>${drawn.join('')}
    <rect x="510" y="330" width="180" height="330" rx="30" fill="#f2c32b"/><circle cx="600" cy="366" r="17" fill="#39424a"/>
    <circle cx="600" cy="230" r="128" fill="none" stroke="#aab1b9" stroke-width="15"/>
  </svg>`;
  const file = await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer();
  return `data:image/jpeg;base64,${file.toString('base64')}`;
}

/**
 * Runs with the database's clock stopped, in this transaction alone: `clock()` returns what `clockAt` set. No other transaction sees the
 * replacement; it is restored before the end, and a failure leaves nothing (docs/decisions/0020-the-past-of-the-demo.md). `tx` is the
 * owner's, the only role that may replace `clock()`.
 */
export async function withStoppedClock(tx: Tx, work: () => Promise<void>): Promise<void> {
  const definition = sql<{
    clock: string;
  }>`select pg_get_functiondef('public.clock()'::regprocedure) as clock`;
  const own = await row(tx, definition);
  await run(
    tx,
    sql`create or replace function public.clock() returns timestamptz language sql volatile
      as $$ select current_setting('demo.clock')::timestamptz $$`,
  );
  await work();
  await run(tx, raw(`set local role keyhold_owner; ${own?.clock}`));
}

/** SQL that sets the stopped clock to a time in milliseconds since 1970. */
export const clockAt = (at: number): Sql =>
  sql`set_config('demo.clock', ${new Date(at).toISOString()}, true)`;
