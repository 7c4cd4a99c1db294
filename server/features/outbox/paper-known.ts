import type * as z from 'zod/mini';
import { keysForbidden, limitReached } from '../../../shared/custody-words.ts';
import { PAPER_DAYS } from '../../../shared/limits.ts';
import type { Movement, MovementDetails } from '../../../shared/movement.ts';
import { type Label, movementSentence } from '../../../shared/movement-text.ts';
import type { PaperForm, PaperLine } from '../../../shared/paper.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { fullName } from '../../../shared/user-name.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { ofCode } from '../custody/code.ts';
import { lockBunches } from '../custody/custody.ts';
import { lockHolders, type Recipient } from '../holder/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { readSettings } from '../setting/setting.ts';
import type { State } from './paper-judge.ts';

/**
 * A line with its set: an id, or how many sets have the code. `named`: how many people have the written name; `isBadge`: a badge was written in
 * its place.
 */
export type Found = { line: PaperLine; id: number | null; several: number; named: number; isBadge: boolean };
export type Sheet = z.output<typeof PaperForm>;

/** All that the lines of a sheet are judged by, read at once. */
export type Context = {
  now: number;
  oldest: number;
  states: Map<number, State>;
  people: Map<number, Recipient>;
  /** By line: what decides whether its person may have one set more at its time. */
  limits: Map<number, Limit>;
  /** Who had the sets of the sheet before its first line. */
  heldBefore: Map<number, number | null>;
  already: Map<number, { id: number; newTag: string | null }>;
  worn: { tag: string; id: number; identifier: string }[];
};

/** The sets that the lines name. Of several with one code the one at the sheet's location. */
export async function findSets(tx: Tx, me: Member, { lines, locationId }: Sheet): Promise<Found[]> {
  const codes = new Map<string, Found[]>();
  const found = lines.map(
    (line): Found => ({ line, id: line.keyBunchId ?? null, several: 0, named: 0, isBadge: false }),
  );
  for (const one of found) {
    const code = one.line.set?.toLowerCase();
    if (one.id === null && code) codes.set(code, [...(codes.get(code) ?? []), one]);
  }
  for (const [code, of] of codes) {
    const { ids = [] } = await ofCode(tx, me, code);
    const here =
      ids.length > 1
        ? await rows(
            tx,
            sql<{
              id: number;
            }>`select id from key_bunches where id = any (${ids}::int[]) and location_id = ${locationId} limit 2`,
          )
        : ids.map((id) => ({ id }));
    for (const one of of) {
      one.id = here.length === 1 ? (here[0]?.id ?? null) : null;
      one.several = one.id === null ? ids.length : 0;
    }
  }
  return found;
}

type Named = { n: number; named: number; holderId: number | null; badge: number | null };

/** The people that the lines name: by id, by a name that one person has, or by their badge; the line then gets the id. */
async function findPeople(tx: Tx, found: Found[]): Promise<Map<number, Recipient>> {
  const written = found.filter(({ line }) => !line.holderId && line.who);
  const named = await rows(
    tx,
    sql<Named>`select one.n, count(h.id)::int as named, min(h.id) as "holderId",
        (select b.id from holders b where b.badge_code = serial_of(one.who) limit 1) as badge
      from unnest(${written.map(({ line }) => line.line)}::int[], ${written.map(({ line }) => line.who ?? '')}::text[]) one (n, who)
        left join holders h on h.sort_name = lower(one.who)
      group by one.n, one.who`,
  );
  const byLine = new Map(named.map((one) => [one.n, one]));
  for (const one of written) {
    const { named: count = 0, holderId = null, badge = null } = byLine.get(one.line.line) ?? {};
    one.named = count;
    one.isBadge = count === 0 && badge !== null;
    one.line.holderId = count === 1 ? holderId : one.isBadge ? badge : null;
  }
  const ids = found.flatMap(({ line }) => line.holderId ?? []);
  const people = await rows(
    tx,
    sql<
      Recipient & { holderId: number }
    >`select id as "holderId", name, user_id as "userId" from holders where id = any (${ids}::int[])`,
  );
  return new Map(people.map((one) => [one.holderId, one]));
}

type Limit = {
  n: number;
  name: string;
  isActive: boolean;
  validUntil: string | null;
  hasEnded: boolean;
  maxSets: number | null;
  held: number;
};

/** By line that gives keys: its person as they are, with the sets they had at its time. */
async function limitsOf(tx: Tx, found: Found[]): Promise<Map<number, Limit>> {
  const gives = found.filter(({ line }) => line.kind !== 'in' && line.holderId);
  const limits = await rows(
    tx,
    sql<Limit>`select line.n, h.name, h.is_active as "isActive", h.valid_until as "validUntil", h.max_sets as "maxSets",
        coalesce(h.valid_until < (line.at at time zone c.timezone)::date, false) as "hasEnded",
        case when h.max_sets is null then 0 else sets_held_at(h.id, line.at) end as held
      from unnest(${gives.map(({ line }) => line.line)}::int[], ${gives.map(({ line }) => line.holderId ?? 0)}::int[],
        ${gives.map(({ line }) => line.doneAt)}::timestamptz[]) line (n, holder, at)
      join holders h on h.id = line.holder cross join companies c`,
  );
  return new Map(limits.map((one) => [one.n, one]));
}

/** Why the person of a line may not have one set more at its time, after the lines before it; null if they may. */
export function whyNot(
  { limits, states, heldBefore }: Context,
  { line, holderId }: PaperLine,
): string | null {
  const limit = limits.get(line);
  if (!limit) return null;
  const has = [...states.values()].filter(({ bunch }) => bunch.holderId === holderId).length;
  const had = [...heldBefore.values()].filter((id) => id === holderId).length;
  return keysForbidden(limit, limit.hasEnded) ?? limitReached(limit, limit.held + has - had, 1);
}

/** How many sets more the lines give each person. */
function givenTo(found: Found[], people: Map<number, Recipient>): Map<number, number> {
  const given = new Map<number, number>();
  for (const { line } of found)
    if (line.kind !== 'in' && line.holderId && people.has(line.holderId))
      given.set(line.holderId, (given.get(line.holderId) ?? 0) + 1);
  return given;
}

/** Reads what the lines are judged by. People are locked, then, unless it is a dry run, the sets, as every change of custody does. */
export async function readContext(tx: Tx, found: Found[], isDry: boolean): Promise<Context> {
  const people = await findPeople(tx, found);
  await lockHolders(tx, givenTo(found, people));
  const ids = [...new Set(found.flatMap(({ id }) => id ?? []))];
  const bunches = isDry
    ? new Map(
        (await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[])`)).map((one) => [
          one.id,
          one,
        ]),
      )
    : await lockBunches(tx, ids);
  const tags = found.flatMap(({ line }) => (line.kind === 'in' && line.newTag ? line.newTag : []));
  const times = await row(
    tx,
    sql<{
      now: number;
      oldest: number;
    }>`select floor(extract(epoch from clock()) * 1000)::float8 as now,
      floor(extract(epoch from clock() - make_interval(days => ${PAPER_DAYS})) * 1000)::float8 as oldest`,
  );
  return {
    ...(times ?? { now: 0, oldest: 0 }),
    states: await withNewest(tx, bunches),
    people,
    limits: await limitsOf(tx, found),
    heldBefore: new Map([...bunches].map(([id, { holderId }]) => [id, holderId])),
    already: await findAlready(tx, found),
    worn: await rows(
      tx,
      sql<Context['worn'][number]>`select current_tag as tag, id, identifier from key_bunches
        where current_tag = any (${tags}::text[]) order by id`,
    ),
  };
}

type Newest = {
  set: number;
  at: string;
  action: Movement['action'];
  details: MovementDetails;
  fromName: string | null;
  toName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** Sets with the newest entry of their history, in words. */
async function withNewest(tx: Tx, bunches: Map<number, Bunch>): Promise<Map<number, State>> {
  const newest = await rows(
    tx,
    sql<Newest>`select one.id as set, m.done_at as at, m.action_type as action, m.details, m.from_location_name as "fromName",
        m.to_location_name as "toName", m.performed_by_first_name as "firstName", m.performed_by_last_name as "lastName",
        m.performed_by_email as email
      from unnest(${[...bunches.keys()]}::int[]) one (id), lateral (select * from movement_history h where h.key_bunch_id = one.id
        order by h.seq desc limit 1) m`,
  );
  const settings = newest.length > 0 ? await readSettings(tx) : null;
  const label: Label = (category, value) => (settings ? labelOf(settings, category, value) : value);
  const texts = new Map(newest.map((one) => [one.set, { at: one.at, text: textOf(one, bunches, label) }]));
  return new Map([...bunches].map(([id, bunch]) => [id, { bunch, newest: texts.get(id) ?? null }]));
}

function textOf(one: Newest, bunches: Map<number, Bunch>, label: Label): string {
  const place = (name: string | null) => (name === null ? null : { id: 0, name });
  const { action, details, fromName, toName } = one;
  const keyBunchIdentifier = bunches.get(one.set)?.identifier ?? '';
  const places = { fromLocation: place(fromName), toLocation: place(toName) };
  return `${movementSentence({ action, details, keyBunchIdentifier, ...places }, label)}, by ${fullName(one)}`;
}

const ACTIONS = { out: 'issue', in: 'return', handOver: 'handover' } as const;

type Same = { n: number; id: number; newTag: string | null };

/** By line: the entry of the same set, minute and person, unless it was undone. */
async function findAlready(tx: Tx, found: Found[]): Promise<Context['already']> {
  const asked = found.filter(({ id }) => id !== null);
  const same = await rows(
    tx,
    sql<Same>`select line.n, m.id, m.new_tag as "newTag"
      from unnest(${asked.map(({ line }) => line.line)}::int[], ${asked.map(({ id }) => id)}::int[],
        ${asked.map(({ line }) => line.doneAt)}::timestamptz[], ${asked.map(({ line }) => ACTIONS[line.kind])}::text[],
        ${asked.map(({ line }) => line.holderId ?? null)}::int[]) line (n, id, at, action, holder)
      join movement_history m on m.key_bunch_id = line.id
        and (m.action_type = line.action or (line.action = 'return' and m.action_type = 'status_change' and m.details ? 'paper'))
        and m.done_at >= date_trunc('minute', line.at) and m.done_at < date_trunc('minute', line.at) + interval '1 minute'
        and (m.holder_id = line.holder or (m.details->>'returnedById')::int = line.holder or (line.holder is null and line.action = 'return')
          or (m.action_type = 'status_change' and m.details->>'returnedById' is null))
        and not m.details ? 'undoneAction'
      where not exists (select from movement_history u where u.key_bunch_id = m.key_bunch_id and u.seq > m.seq
        and (u.details->>'undoes')::int = m.id)`,
  );
  return new Map(same.map(({ n, id, newTag }) => [n, { id, newTag }]));
}
