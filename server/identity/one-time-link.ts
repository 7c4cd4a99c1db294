import type { Config } from '../config.ts';

/** The address of a one-time link, always on the configured host. */
export const linkOf = ({ linkBase }: Config, token: string): string =>
  new URL(`/auth/reset-password/${token}`, linkBase).href;
