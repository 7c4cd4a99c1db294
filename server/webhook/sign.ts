import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret in the form of Standard Webhooks: 256 random bits. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/**
 * The three headers of Standard Webhooks. `at` is in milliseconds; each secret gives a signature, so that a receiver with either can
 * verify.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
