import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { passkeys } from '../database/schema/second-factors.ts';
import type { Tx } from '../database/transactions.ts';

/** The site that passkeys are made for: its name for them, and where a browser must say that it is. */
export type Site = { id: string; origin: string };

/** Browsers give passkeys to names, never to addresses of four numbers. */
const LOCAL = /^(localhost|[a-z0-9-]+\.localhost)$/;

/**
 * The site of PUBLIC_URL; without it the one that the request named, on this machine only, as anybody can name another. Null where no
 * passkey can be.
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

export type PasskeyRow = typeof passkeys.$inferSelect;

export const passkeysOf = (tx: Tx, userId: number): Promise<PasskeyRow[]> =>
  tx.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id);

const named = (known: readonly PasskeyRow[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** What a browser needs to make a passkey that this person does not have yet, with a fresh challenge. */
export const askForNew = (
  site: Site,
  person: { id: number; email: string; name: string },
  known: readonly PasskeyRow[],
) =>
  generateRegistrationOptions({
    rpName: 'Keyhold',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(`keyhold ${person.id}`)),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: named(known),
    // It comes after the password: who they are is known, and no PIN is asked for besides.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });

/** What a browser needs to ask for one of these, with a fresh challenge. */
export const askFor = (site: Site, known: readonly PasskeyRow[]) =>
  generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: named(known),
    userVerification: 'discouraged',
  });

/** A transport of WebAuthn, such as `internal` or `smart-card`. The browser sends it beside what it signed. */
const TRANSPORT = /^[a-z-]{1,20}$/;
const transportsOf = (sent: unknown) =>
  (Array.isArray(sent) ? sent : [])
    .filter((one) => typeof one === 'string' && TRANSPORT.test(one))
    .slice(0, 10);

/** A new passkey as it is kept, or null when the answer is not what was asked for. */
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
    // Whatever is not of the form that WebAuthn gives an answer is no answer.
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
 * Whether a passkey of that person signed the challenge, at this site. What it counts must have grown: two that count the same are a
 * copy. The row is held while it is looked at.
 */
export async function usesPasskey(
  tx: Tx,
  { site, userId, challenge }: { site: Site | null; userId: number; challenge: string | null },
  answer: { id: string },
): Promise<boolean> {
  if (!site || !challenge) return false;
  const [known] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, answer.id)))
    .for('update');
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
  await tx
    .update(passkeys)
    .set({
      counter: found.authenticationInfo.newCounter,
      lastUsedAt: sql`clock_timestamp()` as unknown as string,
    })
    .where(eq(passkeys.id, known.id));
  return true;
}
