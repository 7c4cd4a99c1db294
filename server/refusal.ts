import type { AuditMember } from '../shared/audit.ts';
import type { AlreadySeen } from '../shared/audit-actions.ts';
import type { RefusedItem } from '../shared/custody.ts';
import { KIOSK_ENDED_CODE } from '../shared/kiosk-words.ts';
import { REFUSALS } from '../shared/messages.ts';
import { PLAN_CHANGE, type Plan } from '../shared/plan.ts';
import type { Factor } from '../shared/second-factor.ts';
import { type RefusalCode, USUAL_CODES } from './refusal-codes.ts';

/**
 * The body of every refusal. `happened` is the earlier action of another user, where known: the person (holder, or who returned the keys)
 * and the time, so that the browser words it; `detail` has no clock time.
 */
export type RefusalBody = {
  message: string;
  code: RefusalCode;
  detail?: string;
  errors?: Record<string, string>;
  identifier?: string;
  happened?: { action: 'issue' | 'return'; name: string; at: string };
  /** Of a batch: each set that can't be part of it, and the reason. */
  items?: { keyBunchId: number; message: string; detail?: string | undefined }[];
  /** Of a sign-in with the right password: the second factors to choose from. */
  secondFactor?: Factor[];
  /** Of a conflicting open audit: its start and its id. */
  since?: string;
  auditSessionId?: number;
  /** Of a location with an open handover: its id. */
  roomHandoverId?: number;
  /** Of a set that was scanned before: the count that counts. */
  already?: AlreadySeen;
  /** Of a completion: the members who may still have counts to send, and were not named in `without`. */
  unheard?: Pick<AuditMember, 'userId' | 'user' | 'heardAt' | 'unsent'>[];
  /** Of an audit that changed meanwhile: the sets not yet seen, and its revision. */
  missingBunches?: string[];
  revision?: number;
};

/**
 * `cause`: the error behind an outage, for the log alone. `quotes`: the message quotes stored or sent values and stays out of the log.
 * `notable`: an attempt without the right (security log), or a guess at a password, code or email (counted). `half`: the first step of a
 * sign-in.
 */
export type RefusalOptions = {
  cause?: unknown;
  keep?: boolean;
  quotes?: boolean;
  retryAfter?: number;
  notable?: 'denied' | 'wrong password' | 'wrong factor' | 'taken email' | 'half';
};

/**
 * A refusal, thrown by the pipeline or a feature and sent as `status` with `body`. The transaction rolls back, except with `keep` (an
 * unexpected scan).
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly body: RefusalBody;
  readonly keep: boolean;
  readonly quotes: boolean;
  readonly retryAfter: number | undefined;
  readonly notable: RefusalOptions['notable'] | undefined;

  constructor(status: number, body: RefusalBody, options: RefusalOptions = {}) {
    super(body.message, 'cause' in options ? { cause: options.cause } : undefined);
    this.status = status;
    this.body = body;
    this.keep = options.keep ?? false;
    this.quotes = options.quotes ?? false;
    this.retryAfter = options.retryAfter;
    this.notable = options.notable;
  }
}

type Extra = Omit<RefusalBody, 'message' | 'code'> & Pick<RefusalOptions, 'keep' | 'quotes' | 'notable'>;
type Usual = keyof typeof USUAL_CODES;

/** `throw refuse(409, 'Keys are already issued', { code: 'already_issued' })`. The common statuses have a usual code. */
export function refuse(status: Usual, message: string, extra?: Extra & { code?: RefusalCode }): Refusal;
export function refuse(status: number, message: string, extra: Extra & { code: RefusalCode }): Refusal;
export function refuse(
  status: number,
  message: string,
  {
    keep,
    quotes,
    notable,
    code = USUAL_CODES[status as Usual],
    ...extra
  }: Extra & { code?: RefusalCode } = {},
): Refusal {
  return new Refusal(
    status,
    { message, code, ...extra },
    { ...(keep && { keep }), ...(quotes && { quotes }), ...(notable && { notable }) },
  );
}

/** 409 when the record was changed since the caller read it. */
export function checkFresh(ifMatch: string | null, updatedAt: string, detail?: string): void {
  if (ifMatch !== null && ifMatch !== '*' && ifMatch !== updatedAt)
    throw refuse(409, REFUSALS.stale, { code: 'stale', ...(detail && { detail }) });
}

/** Overload: the client may retry after that many seconds. */
export const busy = (retryAfter = 1): Refusal =>
  new Refusal(503, { message: REFUSALS.busy, code: 'busy' }, { retryAfter });

/** Missing, of another company or out of reach: the same 404 for all (docs/architecture.md, Tenant isolation). */
export const notFound = (message: string): Refusal => refuse(404, message);

/** The plan is full. */
export function planLimit(plan: Plan, noun: 'keys' | 'locations' | 'users'): Refusal {
  return refuse(
    403,
    `Your ${plan.name} plan allows up to ${plan[noun]} ${noun}. Upgrade your plan to add more.`,
    { code: 'plan_limit', detail: PLAN_CHANGE },
  );
}

/** A field of an error of the driver or the system; empty without it. */
const fieldOf = (error: unknown, field: 'code' | 'constraint'): string =>
  error instanceof Error && field in error ? String((error as { [F in typeof field]?: unknown })[field]) : '';
const code = (error: unknown): string => fieldOf(error, 'code');

/** Serialisation failure or deadlock: PostgreSQL asks to retry. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(code(error));

/** A write reached a read-only database: a standby, or a demoted primary. */
export const isOfStandby = (error: unknown): boolean => code(error) === '25006';

/** The violated constraint, or null. */
export const violated = (error: unknown): string | null =>
  code(error).startsWith('23') ? fieldOf(error, 'constraint') : null;

const UNAVAILABLE = new Set([
  '40001',
  '40P01', // deadlocked after the last attempt
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction timeout
  '25006', // a standby
  '57P01',
  '57P02',
  '57P03', // shutting down, crashed, starting up
  '53300',
  '53100',
  '53200', // too many connections, disk full, out of memory
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** The refusal for an error, or null for an internal error (500). */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? error.message : '';
  if (UNAVAILABLE.has(code(error)) || code(error).startsWith('08') || LOST.test(message)) {
    return new Refusal(503, { message: REFUSALS.busy, code: 'unavailable' }, { retryAfter: 1, cause: error });
  }
  return null;
}

/** The session, the token or the kiosk has ended. */
export const noCaller = (ofKiosk = false): Refusal =>
  ofKiosk ? refuse(401, REFUSALS.kioskEnded, { code: KIOSK_ENDED_CODE }) : refuse(401, REFUSALS.unauthorized);

/** Of a set of a batch that does not exist, or at no location of the caller. */
export const SET_NOT_FOUND = 'Key set not found';

/** The refusal of a batch because of some of its sets: 404 when the caller can see none of these. */
export function refuseItems(refused: RefusedItem[]): Refusal {
  if (refused.every(({ message }) => message === SET_NOT_FOUND))
    return refuse(404, SET_NOT_FOUND, { items: refused, code: 'items' });
  const count = refused.length === 1 ? '1 key set' : `${refused.length} key sets`;
  return refuse(409, `${count} could not be part of this. Nothing was recorded.`, {
    items: refused,
    code: 'items',
  });
}
