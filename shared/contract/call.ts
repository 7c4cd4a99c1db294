import type * as z from 'zod/mini';
import type { Needs } from '../permissions.ts';
import type { Topic } from '../topic.ts';

/**
 * One call of the contract: method, path, who may (`needs`, decided before anything is looked up), what it takes and what it answers.
 * `also` names in words the rules that depend on the record and are checked by the feature.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  needs: Needs;
  also?: string;
  /** The named parts of the path that are no id of a record; what does not fit is 404. */
  params?: Record<string, z.ZodMiniType>;
  /** Parsed from the query string, where every value is text. */
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /**
   * The one field for which a body may be larger than others, up to `bytes` in all; beyond, it is 413 with `refusal`. A call with a long `list`
   * is answered by the import worker (server/http/import-worker.ts).
   */
  large?: { field: string; bytes: number; refusal: string; list?: { most: number; refusal: string } };
  /** Of a read: what its reply is made of, so that a screen asks again when that changed. */
  reads?: readonly Topic[];
  /** Of a read: the topics whose record the path's id names; changes of other records do not concern it. */
  one?: readonly Topic[];
  /** Of an action: what it may change. The browser asks again for that alone, and the server's triggers tell others of it. */
  changes?: readonly Topic[];
  /**
   * What a success answers; nothing undeclared leaves the server. `'csv'` streams a file, `'zip'` several in one, `'photo'` is a picture's bytes, `'live'` are
   * server-sent events.
   */
  reply: z.ZodMiniType | 'csv' | 'zip' | 'photo' | 'live';
  /** Of a success; 200 unless said. */
  status?: 200 | 201;
  /**
   * A destructive or far-reaching action: without a sign-in or confirmation in the last CONFIRMED_MINUTES it is refused with 403 and
   * CONFIRM_CODE. A text describes which requests need it; the feature decides. API tokens are exempt: their makers confirmed when creating
   * them.
   */
  confirm?: true | string;
  /** Not available to API tokens. */
  people?: true;
  /** Allowed before a required second factor is set up. */
  first?: true;
  /** May queue mail: the sender looks immediately. */
  mail?: true;
  /** A secret of the reply: answered once, never kept for a replay. */
  oneTimeSecret?: string;
};

type Rest = Omit<Call, 'method' | 'path'>;
type Reading = Rest & { reads: readonly Topic[]; changes?: never };
type Changing = Rest & { changes: readonly Topic[]; reads?: never; one?: never };
/** An entry that only reads; the three below change something. */
export const get = <const P extends `/api/${string}`, R extends Reading>(path: P, rest: R) =>
  ({ method: 'GET', path, ...rest }) as const;
export const post = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'POST', path, ...rest }) as const;
export const patch = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'PATCH', path, ...rest }) as const;
export const remove = <const P extends `/api/${string}`, R extends Changing>(path: P, rest: R) =>
  ({ method: 'DELETE', path, ...rest }) as const;
