import sharp from 'sharp';
import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
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

/** The sets that an act issues or takes back; the only act that the script undoes is an issue. */
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
    await run(tx, sql`select ${clockAt(at)}, set_config('app.user_id', ${me.userId}, true)`);
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

/** The keys on the ring: the angle from straight down in degrees, the metal, and the edge of the blade. */
const KEYS = [
  { turn: 62, metal: 'steel', teeth: 'l-24 -16l-22 12l-26 -18l-30 20l-24 -10l-28 12' },
  { turn: 30, metal: 'steel', teeth: 'l-26 -12l-24 8l-28 -20l-22 16l-30 -12l-24 20' },
  { turn: -62, metal: 'brass', teeth: 'l-22 -20l-28 14l-24 -10l-26 18l-28 -18l-26 16' },
  { turn: -30, metal: 'steel', teeth: 'l-28 -10l-22 14l-26 -20l-28 10l-24 -8l-26 14' },
  { turn: 46, metal: 'brass', teeth: 'l-24 -14l-26 18l-22 -18l-30 12l-26 -12l-26 14' },
] as const;

const metal = (name: string, light: string, middle: string, dark: string): string =>
  `<linearGradient id="${name}" x2="0" y2="1"><stop stop-color="${light}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;

function keyOf({ turn, metal: of, teeth }: (typeof KEYS)[number]): string {
  const shape = `M-60 0a52 46 0 0 1 92 -26l20 9h242l22 17l-22 17${teeth}L52 17l-20 9a52 46 0 0 1 -92 -26zm18 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z`;
  const at = (drop: number) => `translate(600 ${230 + drop}) rotate(${90 + turn}) translate(152 0)`;
  // Shadows without a filter, which would take a second to render.
  const shadow = [6, 11, 16].map((drop) => `<path transform="${at(drop)}" d="${shape}" fill-opacity=".12"/>`);
  return `<g fill-rule="evenodd">${shadow.join('')}<path transform="${at(0)}" d="${shape}" fill="url(#${of})" stroke="#0004" stroke-width="2"/></g>`;
}

const drawing = (
  keys: number,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="630" viewBox="0 0 1200 840">
  <defs>${metal('steel', '#eef1f4', '#aab1b9', '#777f88')}${metal('brass', '#f0d793', '#c79d4b', '#8d6725')}${metal('tag', '#ffd84d', '#f2c32b', '#dba30a')}
    <radialGradient id="desk" cy=".4" r=".8"><stop stop-color="#55606a"/><stop offset="1" stop-color="#262d33"/></radialGradient></defs>
  <rect width="1200" height="840" fill="url(#desk)"/>
  ${KEYS.slice(0, keys).map(keyOf).join('')}
  <rect x="518" y="346" width="180" height="330" rx="30" fill-opacity=".3"/>
  <rect x="510" y="330" width="180" height="330" rx="30" fill="url(#tag)"/><circle cx="600" cy="366" r="17" fill="#39424a"/>
  <rect x="532" y="420" width="136" height="190" rx="8" fill="#fbfaf5"/>
  <path d="M556 460h88M556 490h88M556 520h60M556 570h40" stroke="#20262b" stroke-opacity=".7" stroke-width="9"/>
  <circle cx="600" cy="230" r="128" fill="none" stroke="url(#steel)" stroke-width="15"/>
</svg>`;

/** A photo of a set as a data URL: up to five keys on a ring with a tag. */
async function photoOf(keys: number): Promise<string> {
  const file = await sharp(Buffer.from(drawing(keys)))
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${file.toString('base64')}`;
}

/**
 * Runs with the database's clock stopped, in this transaction alone: `clock()` returns what `clockAt` set. No other transaction sees the
 * replacement; it is restored before the end, and a failure leaves nothing (docs/decisions/0020-the-past-of-the-demo.md). `tx` is the
 * owner's, the only role that may replace `clock()`.
 */
export async function withStoppedClock(tx: Tx, work: () => Promise<void>): Promise<void> {
  const own = await row(
    tx,
    sql<{ clock: string }>`select pg_get_functiondef('public.clock()'::regprocedure) as clock`,
  );
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
