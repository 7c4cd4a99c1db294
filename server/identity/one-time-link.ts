import type { Config } from '../config.ts';

/** The page that a one-time link opens, on the address of the configuration; never on one that a request named. */
export const linkOf = ({ linkBase }: Config, token: string): string =>
  new URL(`/auth/reset-password/${token}`, linkBase).href;
