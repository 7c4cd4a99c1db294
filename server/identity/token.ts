import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/** A random secret of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random secret: SHA-256 in hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The address of a one-time link, always on the configured host. */
export const linkOf = ({ linkBase }: Config, token: string): string =>
  new URL(`/auth/reset-password/${token}`, linkBase).href;
