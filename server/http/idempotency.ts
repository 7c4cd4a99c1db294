import { createHash } from 'node:crypto';
import { REFUSALS } from '../../shared/messages.ts';
import { row, run, sql } from '../database/sql.ts';
import type { Last, Tx } from '../database/transactions.ts';
import { Refusal, refuse } from '../refusal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Hash of the request that an Idempotency-Key is for. Passwords and numbers are left out, as a fast hash of one must not be stored,
 * and a "?" without a query, which proxies drop. The id of a token or a kiosk is included: its responses are never replayed to its maker, nor
 * the reverse.
 */
export const fingerprintOf = (
  method: string,
  url: string,
  body: unknown,
  program?: number | string,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([method, url.replace(/\?$/, ''), withoutSecrets(body), ...(program ? [program] : [])]),
    )
    .digest('hex');

const SECRETS = new Set(['currentPassword', 'kioskNumber', 'newKioskNumber']);

const withoutSecrets = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, SECRETS.has(name) ? '' : value]))
    : (body ?? null);

/** 400 unless it is a UUID. */
export function checkKey(key: string): void {
  if (!UUID.test(key)) throw refuse(400, REFUSALS.badKey, { code: 'bad_idempotency_key' });
}

export type Outcome = { status: number; body: unknown; replayed: boolean };

/** An Idempotency-Key, and the field of the response that is never stored. */
type KeyedWrite = {
  tx: Tx;
  last: Last;
  key: string | undefined;
  fingerprint: string;
  oneTimeSecret: string | undefined;
};

/**
 * Runs a write once for its Idempotency-Key (decision 0004): the key's row is written in the business transaction, so it exists exactly
 * when the effect does. The same key returns the stored response; with another request 422, and 409 after the caller's rights changed.
 * Refusals leave no row, except those that keep their writes. `oneTimeSecret` is never stored.
 */
export async function once(
  { tx, last, key, fingerprint, oneTimeSecret }: KeyedWrite,
  run: () => Promise<{ status: number; body: unknown }>,
): Promise<Outcome> {
  if (key === undefined) return { ...(await run()), replayed: false };
  checkKey(key);
  if ((await claim(tx, key, fingerprint)) === 0) return replay(tx, key, fingerprint);
  try {
    const { status, body } = await run();
    last(remember(tx, key, status, without(body, oneTimeSecret)));
    return { status, body, replayed: false };
  } catch (error) {
    if (error instanceof Refusal && error.keep) await remember(tx, key, error.status, error.body);
    throw error;
  }
}

// Changes published by this transaction carry the key, so that its client recognises its own.
const claim = (tx: Tx, key: string, fingerprint: string): Promise<number> =>
  run(
    tx,
    sql`insert into idempotency_keys (key, fingerprint) values (${key}, ${fingerprint}) on conflict do nothing
      returning set_config('app.intention', key::text, true)`,
  );

const remember = (tx: Tx, key: string, status: number, body: unknown): Promise<number> =>
  run(
    tx,
    sql`update idempotency_keys set status = ${status}, body = ${JSON.stringify(body) ?? null}::jsonb where key = ${key}`,
  );

function without(body: unknown, field: string | undefined): unknown {
  if (!field || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

async function replay(tx: Tx, key: string, fingerprint: string): Promise<Outcome> {
  const before = await row(
    tx,
    sql<{
      fingerprint: string;
      status: number | null;
      body: unknown;
      sameRights: boolean;
    }>`select fingerprint, status, body,
        rights is not distinct from md5(current_setting('app.caller_rights', true)) as "sameRights"
      from idempotency_keys where key = ${key}`,
  );
  if (!before || before.fingerprint !== fingerprint)
    throw refuse(422, REFUSALS.keyReused, { code: 'idempotency_key_reused' });
  if (!before.sameRights) throw refuse(409, REFUSALS.answerWithdrawn, { code: 'answer_withdrawn' });
  return { status: before.status ?? 200, body: before.body, replayed: true };
}
