import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/** The secret of a one-time link: 256 random bits. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The page that a one-time link opens, on the address of the configuration; never on one that a request named. */
export const linkOf = ({ linkBase }: Config, token: string): string =>
  new URL(`/auth/reset-password/${token}`, linkBase).href;
