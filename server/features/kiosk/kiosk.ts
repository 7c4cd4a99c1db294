import { randomInt } from 'node:crypto';
import { plainDigits } from '../../../shared/digits.ts';
import type { Kiosk, NewKiosk } from '../../../shared/kiosk.ts';
import { KIOSK_CODE_MINUTES, KIOSKS_MAX } from '../../../shared/kiosk-words.ts';
import { all, countRows, raw, row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { hashOfToken } from '../../identity/token.ts';
import { checkFresh, notFound, refuse } from '../../refusal.ts';
import { lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { differing, recordAuditLog } from '../history/log.ts';
import { lockLocation } from '../location/location.ts';
import { missingChoices } from '../setting/setting.ts';

/** Without what is easily misread. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE_LENGTH = 12;
/** A code as it was typed or opened, without what people put between. */
export const normaliseCode = (code: string): string =>
  plainDigits(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** A code that makes a tablet the kiosk: 58 random bits, written in fours. */
function newCode(): { code: string; hash: string } {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return { code: letters.replace(/(.{4})(?=.)/g, '$1-'), hash: hashOfToken(letters) };
}

const CODE_UNTIL = sql`clock() + make_interval(mins => ${KIOSK_CODE_MINUTES})`;

/** The name of a user, as `name_of_user` of the database. */
const nameOf = (user: string) =>
  raw(
    `coalesce(nullif(concat_ws(' ', ${user}.first_name, ${user}.last_name), ''), split_part(${user}.email, '@', 1))`,
  );

/** Kiosks `k` as calls return them. */
export const KIOSKS = sql<Kiosk>`select k.id, k.name, k.location_id as "location.id", l.name as "location.name", k.key_types as "keyTypes",
    k.opens_at as "opensAt", k.closes_at as "closesAt",
    case when k.revoked_at is not null then 'ended' when k.is_bound then 'bound' else 'waiting' end as state,
    case when k.code_until > clock() then k.code_until end as "codeUntil",
    case when t.rests_until > clock_timestamp() then t.rests_until end as "restsUntil", t.last_heard_at as "lastHeardAt",
    ${nameOf('u')} as "createdBy", k.created_at as "createdAt", k.updated_at as "updatedAt",
    (select ${nameOf('r')} from users r where r.company_id = k.company_id and r.id = k.revoked_by) as "revokedBy", k.revoked_at as "revokedAt"
  from kiosks k join locations l on l.company_id = k.company_id and l.id = k.location_id
    join kiosk_turns t on t.company_id = k.company_id and t.kiosk_id = k.id
    join users u on u.company_id = k.company_id and u.id = k.created_by`;

/** Those in use first, each group by name. */
const listKiosks: Feature<'listKiosks'> = ({ tx, query }) =>
  rows(
    tx,
    sql<Kiosk>`${KIOSKS} where ${all(query.locationId && sql`k.location_id = ${query.locationId}`)}
      order by k.revoked_at is not null, lower(k.name), k.id`,
  );

async function findKiosk(tx: Tx, id: number): Promise<Kiosk> {
  const found = await row(tx, sql<Kiosk>`${KIOSKS} where k.id = ${id}`);
  if (!found) throw notFound('Kiosk not found');
  return found;
}

/** The kiosk, locked; 409 when it was revoked. */
async function lockKiosk(tx: Tx, id: number): Promise<Kiosk> {
  await run(tx, sql`select from kiosks where id = ${id} for update`);
  const found = await findKiosk(tx, id);
  if (found.revokedAt) throw refuse(409, 'This kiosk was revoked. Add another.', { code: 'kiosk_revoked' });
  return found;
}

async function checkTypes(tx: Tx, types: string[]): Promise<void> {
  const [gone] = await missingChoices(tx, 'keyTypes', types);
  if (gone)
    throw refuse(400, 'Unknown type', { errors: { keyTypes: `There is no type “${gone}”` }, quotes: true });
}

const createKiosk: Feature<'createKiosk'> = async ({ tx, me, body }): Promise<NewKiosk> => {
  // Serialises additions, so that each counts the other.
  await lockPlan(tx);
  const location = await lockLocation(tx, body.locationId);
  const keyTypes = [...new Set(body.keyTypes)];
  await checkTypes(tx, keyTypes);
  const there = await countRows(tx, sql`select from kiosks where revoked_at is null`);
  if (there >= KIOSKS_MAX)
    throw refuse(409, `A company has up to ${KIOSKS_MAX} kiosks. Revoke one that you no longer need.`, {
      code: 'limit_reached',
    });
  const { code, hash } = newCode();
  const made = await row(
    tx,
    sql<{
      id: number;
    }>`insert into kiosks (location_id, name, key_types, opens_at, closes_at, code_hash, code_until)
      values (${location.id}, ${body.name}, ${keyTypes}::text[], ${body.opensAt ?? null}, ${body.closesAt ?? null}, ${hash}, ${CODE_UNTIL})
      returning id`,
  );
  const kiosk = await findKiosk(tx, made?.id ?? 0);
  await logKiosk(tx, me, kiosk, 'kiosk_create', 'added');
  return { ...kiosk, code };
};

const FIELDS = ['name', 'keyTypes', 'opensAt', 'closesAt'] as const;

const updateKiosk: Feature<'updateKiosk'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await lockKiosk(tx, params.id);
  checkFresh(ifMatch, before.updatedAt);
  const after = { ...before, ...definedOf(body) };
  await checkTypes(tx, body.keyTypes ?? []);
  const changed = differing(
    FIELDS,
    { ...before, keyTypes: String(before.keyTypes) },
    {
      ...definedOf(body),
      ...(body.keyTypes && { keyTypes: String(body.keyTypes) }),
    },
  );
  if (changed.length === 0) return before;
  await run(
    tx,
    sql`update kiosks set name = ${after.name}, key_types = ${[...new Set(after.keyTypes)]}::text[], opens_at = ${after.opensAt},
      closes_at = ${after.closesAt} where id = ${before.id}`,
  );
  const kiosk = await findKiosk(tx, before.id);
  await logKiosk(tx, me, kiosk, 'kiosk_edit', 'changed');
  return kiosk;
};

const definedOf = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as T;

/** A new code, for another tablet or the same one. The former tablet stays the kiosk until a tablet uses the code. */
const renewKioskCode: Feature<'renewKioskCode'> = async ({ tx, me, params, ifMatch }): Promise<NewKiosk> => {
  const { id, updatedAt } = await lockKiosk(tx, params.id);
  checkFresh(ifMatch, updatedAt);
  const { code, hash } = newCode();
  await run(
    tx,
    sql`update kiosks set code_hash = ${hash}, code_until = ${CODE_UNTIL}, code_by = own_user() where id = ${id}`,
  );
  const kiosk = await findKiosk(tx, id);
  await logKiosk(tx, me, kiosk, 'kiosk_code', 'given a new code');
  return { ...kiosk, code };
};

/** The tablet's next call is refused. Revoking again changes nothing. */
const revokeKiosk: Feature<'revokeKiosk'> = async ({ tx, me, params }) => {
  // First, as its tablet's calls do, so that neither waits for the other.
  await run(tx, sql`select from kiosk_turns where kiosk_id = ${params.id} for update`);
  await run(tx, sql`select from kiosks where id = ${params.id} for update`);
  const before = await findKiosk(tx, params.id);
  if (before.revokedAt) return before;
  await run(
    tx,
    sql`update kiosks set secret_hash = null, code_hash = null, code_until = null, revoked_at = clock(), revoked_by = own_user()
      where id = ${before.id}`,
  );
  await run(
    tx,
    sql`update kiosk_turns set holder_id = null, badge = null, is_open = false, until = null, offered_id = null
      where kiosk_id = ${before.id}`,
  );
  const kiosk = await findKiosk(tx, before.id);
  await logKiosk(tx, me, kiosk, 'kiosk_revoke', 'revoked');
  return kiosk;
};

/** Writes what was done with a kiosk to the log; the code never. */
export const logKiosk = (
  tx: Tx,
  me: Parameters<typeof recordAuditLog>[1],
  {
    id,
    name,
    location,
    keyTypes,
    opensAt,
    closesAt,
  }: Pick<Kiosk, 'id' | 'name' | 'location' | 'keyTypes' | 'opensAt' | 'closesAt'>,
  action: string,
  done: string,
): Promise<void> =>
  recordAuditLog(tx, me, {
    action,
    locationId: location.id,
    description: `Kiosk ${name} ${done}`,
    details: { ofKiosk: id, name, location: location.name, keyTypes, opensAt, closesAt },
  });

export const kioskFeatures = { listKiosks, createKiosk, updateKiosk, renewKioskCode, revokeKiosk };
