import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Config } from '../config.ts';
import { passkeys } from '../database/schema/accounts.ts';
import { columns, row, rows, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';

/** The relying party of passkeys: its name, and the expected origin. */
export type Site = { id: string; origin: string };

/** Passkeys need a host name, not an IP address. */
const LOCAL = /^(localhost|[a-z0-9-]+\.localhost)$/;

/**
 * The site of PUBLIC_URL; without it the request's host, on this machine only, as a client can send any host. Null where passkeys are
 * impossible.
 */
export function siteOf({ publicUrl }: Config, { protocol, host }: { protocol: string; host: string }) {
  const address = `${protocol}://${host}`;
  const url = publicUrl ?? (URL.canParse(address) ? new URL(address) : null);
  if (!url) return null;
  const { hostname, origin } = url;
  const mayHave =
    LOCAL.test(hostname) || (publicUrl?.protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname));
  return mayHave ? { id: hostname, origin } : null;
}

export type PasskeyRow = RowOf<typeof passkeys>;

export const passkeysOf = (tx: Tx, userId: number): Promise<PasskeyRow[]> =>
  rows(tx, sql<PasskeyRow>`select ${columns(passkeys)} from passkeys where user_id = ${userId} order by id`);

const named = (known: readonly PasskeyRow[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** Creation options with a fresh challenge, excluding the person's passkeys. */
export const askForNew = (
  site: Site,
  user: { id: number; email: string; name: string },
  known: readonly PasskeyRow[],
) =>
  generateRegistrationOptions({
    rpName: 'Keyhold',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(`keyhold ${user.id}`)),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: named(known),
    // It follows the password: the user is known and needs no PIN.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });

/** Request options for these passkeys, with a fresh challenge. */
export const askFor = (site: Site, known: readonly PasskeyRow[]) =>
  generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: named(known),
    userVerification: 'discouraged',
  });

/** A WebAuthn transport, such as `internal` or `smart-card`. The browser sends it unsigned. */
const TRANSPORT = /^[a-z-]{1,20}$/;
const transportsOf = (sent: unknown) =>
  (Array.isArray(sent) ? sent : [])
    .filter((one) => typeof one === 'string' && TRANSPORT.test(one))
    .slice(0, 10);

/** A verified new passkey to store, or null. */
export async function readNew(
  site: Site,
  challenge: string,
  answer: object,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    // A malformed WebAuthn response is not verified.
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transportsOf(transports),
  };
}

/**
 * Whether a passkey of the person signed the challenge for this site. Its counter must have grown, unless it is always 0: an equal one
 * means a copy. Under a row lock.
 */
export async function usesPasskey(
  tx: Tx,
  { site, userId, challenge }: { site: Site | null; userId: number; challenge: string | null },
  answer: { id: string },
): Promise<boolean> {
  if (!site || !challenge) return false;
  const known = await row(
    tx,
    sql<PasskeyRow>`select ${columns(passkeys)} from passkeys where user_id = ${userId} and credential_id = ${answer.id}
      for update`,
  );
  if (!known) return false;
  const { credentialId: id, publicKey, counter } = known;
  const found = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: false,
  }).catch(() => null);
  if (!found?.verified) return false;
  const { newCounter } = found.authenticationInfo;
  await run(
    tx,
    sql`update passkeys set counter = ${newCounter}, last_used_at = clock_timestamp() where id = ${known.id}`,
  );
  return true;
}
