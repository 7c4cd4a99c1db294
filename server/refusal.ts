import { REFUSALS } from '../shared/messages.ts';
import { PLAN_CHANGE, type Plan } from '../shared/plan.ts';
import type { Factor } from '../shared/second-factor.ts';

/**
 * The body of every refusal. `happened` is what somebody else did first, as far as it is known: who (the holder of
 * issued keys, or whoever returned them) and when, for the browser to say in its reader's words; `detail` carries no clock.
 */
export type RefusalBody = {
  message: string;
  code?: string;
  detail?: string;
  errors?: Record<string, string>;
  identifier?: string;
  happened?: { action: 'issue' | 'return'; name: string; at: string };
  /** Of a batch: every set that cannot be part of it, and why. */
  items?: { keyBunchId: number; message: string; detail?: string | undefined }[];
  /** Of a sign-in whose password was right: what is asked for besides. */
  secondFactor?: Factor[];
  /** Of an open audit that is in the way: when it began. */
  since?: string;
  /** Of an audit that changed since it was looked at: what is not seen now, and its revision. */
  missingBunches?: string[];
  revision?: number;
};

/**
 * `quotes`: the message quotes what is stored or was sent, such as a name, and stays out of the log. `notable`: somebody tried what they have no right to (the security log keeps it), or guessed at their own password, a code or an email (counted).
 * `half`: only the first half of a sign-in.
 */
export type RefusalOptions = {
  keep?: boolean;
  quotes?: boolean;
  retryAfter?: number;
  notable?: 'denied' | 'wrong password' | 'wrong factor' | 'taken email' | 'half';
};

/**
 * A refusal: thrown by the pipeline or a feature, answered as `status` with `body`. The transaction rolls back, except with
 * `keep`, when what was written with the refusal stays (an unexpected scan).
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
    super(body.message);
    this.status = status;
    this.body = body;
    this.keep = options.keep ?? false;
    this.quotes = options.quotes ?? false;
    this.retryAfter = options.retryAfter;
    this.notable = options.notable;
  }
}

type Extra = Omit<RefusalBody, 'message'> & Pick<RefusalOptions, 'keep' | 'quotes' | 'notable'>;

/** `throw refuse(409, 'Keys are already issued')`. */
export function refuse(
  status: number,
  message: string,
  { keep, quotes, notable, ...extra }: Extra = {},
): Refusal {
  return new Refusal(
    status,
    { message, ...extra },
    { ...(keep && { keep }), ...(quotes && { quotes }), ...(notable && { notable }) },
  );
}

/** Refuses a change of a record that somebody else has changed since the caller saw it. */
export function checkFresh(ifMatch: string | null, updatedAt: string): void {
  if (ifMatch !== null && ifMatch !== '*' && ifMatch !== updatedAt)
    throw refuse(409, REFUSALS.stale, { code: 'stale' });
}

/** Too much is asked of the server at once: the same may be asked again in a second. */
export const busy = (): Refusal =>
  new Refusal(503, { message: REFUSALS.busy, code: 'busy' }, { retryAfter: 1 });

/** What is missing, foreign or out of reach: one answer for all three (docs/architecture.md, Tenant isolation). */
export const notFound = (message: string): Refusal => refuse(404, message);

/** The plan is full. */
export function planLimit(plan: Plan, noun: 'keys' | 'locations' | 'users'): Refusal {
  return refuse(
    403,
    `Your ${plan.name} plan allows up to ${plan[noun]} ${noun}. Upgrade your plan to add more.`,
    { code: 'plan_limit', detail: PLAN_CHANGE },
  );
}

const code = (error: unknown): string => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
};

/** Worth another try inside the server: PostgreSQL asked for one (serialisation failure, deadlock). */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(code(error));

/** PostgreSQL ended a statement at its timeout. */
export const tookTooLong = (error: unknown): boolean => code(error) === '57014';

/** A write came to a database that takes none: a standby, or a primary that is one from now on. */
export const isOfStandby = (error: unknown): boolean => code(error) === '25006';

/** The constraint a write ran into, or null. */
export function violated(error: unknown): string | null {
  if (!code(error).startsWith('23')) return null;
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'constraint' in cause ? String(cause.constraint) : '';
}

const UNAVAILABLE = new Set([
  '40001',
  '40P01', // still in each other's way after the last try
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

/** Turns whatever was thrown into the refusal that is answered, or null for a fault of our own (500). */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : '';
  if (UNAVAILABLE.has(code(error)) || code(error).startsWith('08') || LOST.test(message)) {
    return new Refusal(503, { message: REFUSALS.busy, code: 'unavailable' }, { retryAfter: 1 });
  }
  return null;
}
