import type { ParsedBody } from '../../../shared/api.ts';
import { DISMISSED_DAYS } from '../../../shared/limits.ts';
import { OutboxEntry } from '../../../shared/outbox.ts';
import { json, row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { keyIdOf, unseal, unsealOrNull } from '../../identity/secrets.ts';
import { notFound } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { aboutKey } from './device.ts';

/** What the device binds its entries to (web/api/outbox/sealed.ts), by the form they are sealed in. */
const boundTo = (device: string, userId: number) => `1.${device}.${userId}`;

/** An entry as the device wrote it; null when the key does not open it, or it is none. */
function open(key: Buffer, about: string, { n, iv, data }: ParsedBody<'handInOutbox'>['entries'][number]) {
  const sealed = Buffer.concat([Buffer.from(iv, 'base64'), Buffer.from(data, 'base64')]);
  const text = unsealOrNull(key, sealed, about);
  const parsed = text === null ? null : OutboxEntry.safeParse({ ...JSON.parse(text), n });
  return parsed?.success ? parsed.data : null;
}

/** Stores what the device's key opens; the numbers of those. */
async function receive(
  tx: Tx,
  secretsKey: Buffer | null,
  { userId, device, entries }: ParsedBody<'handInOutbox'>,
): Promise<number[]> {
  if (!secretsKey) return [];
  const found = await row(
    tx,
    sql<{ company: number; secret: Buffer; keyId: string }>`
      select company, secret, key_id as "keyId" from device_of_dismissed(${userId}, ${device}, ${DISMISSED_DAYS})`,
  );
  if (!found || found.keyId !== keyIdOf(secretsKey)) return [];
  const key = Buffer.from(unseal(secretsKey, found.secret, aboutKey(userId, device)), 'base64');
  const received: number[] = [];
  for (const sealed of entries) {
    const entry = open(key, boundTo(device, userId), sealed);
    if (!entry) continue;
    const { n, kind, keyBunchId, doneAt, seen, body } = entry;
    await row(
      tx,
      sql`select hand_in_entry(${found.company}, ${userId}, ${device}, ${n}, ${entry.key}, ${kind}, ${keyBunchId}, ${doneAt},
        ${json(seen)}, ${json(body)})`,
    );
    received.push(n);
  }
  return received;
}

/**
 * Entries of a person whose account was closed in the last days, sealed as they lie on their device: its key, which the server made, proves
 * where they are from. They record nothing, and are asked of those who issue keys there. 404 for an account that is open, a device that is
 * not known and a key that opens none of them alike; counted before the lookup, so that guesses are limited.
 */
const handInOutbox: PreCompanyFeature<'handInOutbox'> = async (call) => {
  const { transactions, attempts, address, config, body } = call;
  const [guess, received] = await Promise.all([
    attempts.scan(address).catch((refused: unknown) => refused),
    transactions.forSystem((tx) => receive(tx, config.secretsKey, body)),
  ]);
  if (received.length > 0) return { received };
  if (guess) throw guess;
  throw notFound('Device not found');
};

export const handInFeatures = { handInOutbox };
