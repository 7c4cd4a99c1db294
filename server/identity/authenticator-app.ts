import { generateSecret, generateURI, verifySync } from 'otplib';
import { authenticatorApps } from '../database/schema/accounts.ts';
import { assign, columns, insert, row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { keyIdOf, seal, unseal } from './secrets.ts';

/** A code is valid in its own step and the neighbouring ones, for clock drift and typing. */
const STEP_SECONDS = 30;

const aboutOf = (userId: number) => `authenticator app of ${userId}`;
const UNREADABLE =
  'This server cannot read authenticator apps. Use a recovery code, or ask an administrator.';

/** A new secret as text, its QR code address, and its encrypted form. */
export function newApp(key: Buffer, { id, email }: { id: number; email: string }) {
  const secret = generateSecret();
  const address = generateURI({ issuer: 'Keyhold', label: email, secret });
  return { secret, address, sealed: seal(key, secret, aboutOf(id)) };
}

/** The step of a code, among the valid ones after the last accepted; null for a wrong code. */
function stepOf(secret: string, code: string, now: number, after: number): number | null {
  const epoch = Math.floor(now);
  // After the clock was set back, no code is accepted until it passes that step again.
  if (after > Math.floor(epoch / STEP_SECONDS)) return null;
  const found = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: STEP_SECONDS,
    afterTimeStep: Math.max(after, 0),
  });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}

/** Replaces the app if the code is right; that code is then used up. */
export async function saveApp(
  tx: Tx,
  { key, userId, sealed, code }: { key: Buffer; userId: number; sealed: Buffer; code: string },
): Promise<boolean> {
  const step = stepOf(unseal(key, sealed, aboutOf(userId)), code, await nowOf(tx), 0);
  if (step === null) return false;
  const made = { secret: sealed, keyId: keyIdOf(key), lastStep: step, lastUsedAt: null };
  await run(
    tx,
    sql`${insert(authenticatorApps, { userId, ...made })} on conflict (user_id)
      do update set ${assign(authenticatorApps, made)}, created_at = clock_timestamp()`,
  );
  return true;
}

/**
 * Whether this is an unused code of the person's app; uses it up under a row lock. By the database's clock. Throws when the app was
 * encrypted with another key.
 */
export async function usesApp(tx: Tx, key: Buffer | null, userId: number, code: string): Promise<boolean> {
  const app = await row(
    tx,
    sql<RowOf<typeof authenticatorApps>>`select ${columns(authenticatorApps)} from authenticator_apps
      where user_id = ${userId} for update`,
  );
  if (!app) return false;
  if (!key || keyIdOf(key) !== app.keyId) throw refuse(409, UNREADABLE, { code: 'unreadable_app' });
  const step = stepOf(unseal(key, app.secret, aboutOf(userId)), code, await nowOf(tx), app.lastStep);
  if (step === null) return false;
  await run(
    tx,
    sql`update authenticator_apps set last_step = ${step}, last_used_at = clock_timestamp() where user_id = ${userId}`,
  );
  return true;
}

/** Seconds since 1970, by the database's clock. */
async function nowOf(tx: Tx): Promise<number> {
  const found = await row(tx, sql<{ now: number }>`select extract(epoch from clock())::float8 as now`);
  return found?.now ?? 0;
}

/** The number of apps encrypted with another key than this server's. */
export async function countUnreadable(tx: Tx, key: Buffer | null): Promise<number> {
  const own = key ? keyIdOf(key) : null;
  const found = await row(
    tx,
    sql<{ count: number }>`select count(*) from authenticator_apps where key_id is distinct from ${own}`,
  );
  return found?.count ?? 0;
}
