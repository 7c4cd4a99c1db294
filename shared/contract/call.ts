import type * as z from 'zod/mini';
import type { Needs } from '../permissions.ts';
import type { Topic } from '../topic.ts';

/**
 * One call of the contract: method, path, permission (`needs`, decided before any lookup), input and reply. `also` describes the rules that
 * depend on the record, which the feature checks.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  needs: Needs;
  also?: string;
  /** The named path parameters that are no ids of records; an invalid value is 404. */
  params?: Record<string, z.ZodMiniType>;
  /** Parsed from the query string, where every value is text. */
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /**
   * The one field for which a body may be larger than others, up to `bytes` in all; beyond, it is 413 with `refusal`. A call with a long `list`
   * is answered by the import worker (server/http/import-worker.ts).
   */
  large?: { field: string; bytes: number; refusal: string; list?: { most: number; refusal: string } };
  /**
   * The body is a ZIP of at most `bytes` instead, kept on disk until the import worker has answered; beyond, it is 413 with `refusal`.
   */
  file?: { bytes: number; refusal: string };
  /** Of a read: the topics that its reply depends on; a screen reads again when one of them changed. */
  reads?: readonly Topic[];
  /** Of a read: the topics whose record the path's id names; changes of other records do not affect the reply. */
  one?: readonly Topic[];
  /** Of an action: the topics that it can change. The browser reads only those again, and the server's triggers publish them to others. */
  changes?: readonly Topic[];
  /**
   * The reply of a success; undeclared fields never leave the server. `'csv'` streams a file, `'zip'` several in one, `'photo'` is a
   * picture's bytes, `'live'` are server-sent events.
   */
  reply: z.ZodMiniType | 'csv' | 'zip' | 'photo' | 'live';
  /** The status of a success; 200 if missing. */
  status?: 200 | 201;
  /**
   * A destructive or far-reaching action: without a sign-in or confirmation in the last CONFIRMED_MINUTES it is refused with 403 and
   * CONFIRM_CODE. A text describes which requests need it; the feature decides. API tokens are exempt: their makers confirmed when creating
   * them.
   */
  confirm?: true | string;
  /** Not available to API tokens. */
  noTokens?: true;
  /** Begins the session of a user, or is a part of it: refused in the browser of a kiosk. */
  signsIn?: true;
  /** Allowed before a required second factor is set up. */
  first?: true;
  /** May queue mail, so the sender checks immediately. */
  mail?: true;
  /** The secret field of the reply: sent once, never stored for a replay. */
  oneTimeSecret?: string;
};

type Rest = Omit<Call, 'method' | 'path'>;
type Reading = Rest & { reads: readonly Topic[]; changes?: never };
type Changing = Rest & { changes: readonly Topic[]; reads?: never; one?: never };
/** A read; the three functions below are for calls that change data. */
export const get = <const P extends `/api/${string}`, R extends Reading>(path: P, rest: R) =>
  ({ method: 'GET', path, ...rest }) as const;
export const post = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'POST', path, ...rest }) as const;
export const patch = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'PATCH', path, ...rest }) as const;
export const remove = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'DELETE', path, ...rest }) as const;
