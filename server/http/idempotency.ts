import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { REFUSALS } from '../../shared/messages.ts';
import { idempotencyKeys } from '../database/schema/people.ts';
import type { Tx } from '../database/transactions.ts';
import { Refusal, refuse } from './refusal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What makes two requests the same intention. A repeated password is left out: a fast hash of it must not be stored. */
export const fingerprintOf = (method: string, url: string, body: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify([method, url, body ?? null], (name, value) => (name === 'currentPassword' ? '' : value)),
    )
    .digest('hex');

export type Outcome = { status: number; body: unknown; replayed: boolean };

/**
 * Runs an intention once (docs/architecture.md, History): the key's row is part of the business transaction, so it exists exactly when
 * the effect does. The same key again answers what was answered; with another request 422. Refusals leave no row, except those
 * that keep what they wrote. The field `oneTimeSecret` of a reply is a secret and no part of the replay.
 */
export async function once(
  tx: Tx,
  key: string | undefined,
  fingerprint: string,
  run: () => Promise<{ status: number; body: unknown }>,
  oneTimeSecret?: string,
): Promise<Outcome> {
  if (key === undefined) return { ...(await run()), replayed: false };
  if (!UUID.test(key)) throw refuse(400, REFUSALS.badKey);
  const [first] = await tx
    .insert(idempotencyKeys)
    .values({ key, fingerprint })
    .onConflictDoNothing()
    .returning({
      key: idempotencyKeys.key,
      // What this transaction tells others of names the key, so that its caller knows their own.
      told: sql`set_config('app.intention', ${idempotencyKeys.key}::text, true)`,
    });
  if (!first) return replay(tx, key, fingerprint);
  const remember = (status: number, body: unknown) =>
    tx.update(idempotencyKeys).set({ status, body }).where(eq(idempotencyKeys.key, key));
  try {
    const { status, body } = await run();
    await remember(status, without(body, oneTimeSecret));
    return { status, body, replayed: false };
  } catch (error) {
    if (error instanceof Refusal && error.keep) await remember(error.status, error.body);
    throw error;
  }
}

function without(body: unknown, field: string | undefined): unknown {
  if (!field || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

async function replay(tx: Tx, key: string, fingerprint: string): Promise<Outcome> {
  const [before] = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  if (!before || before.fingerprint !== fingerprint) throw refuse(422, REFUSALS.keyReused);
  return { status: before.status ?? 200, body: before.body, replayed: true };
}
