import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random secret: SHA-256 in hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
