import type { FastifyReply, FastifyRequest } from 'fastify';
import { api, type CallName } from '../../shared/api.ts';
import { count } from '../../shared/count.ts';
import type { Caller, Member } from '../database/caller.ts';
import type { ZipEntry } from '../download.ts';
import type { Activity, Noted } from './activity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose session this request began. */
    began: number | null;
  }
}

/** The means of signing in, by path. */
const HOW: Record<string, string> = {
  [api.logIn.path]: 'a password',
  [api.answerSecondFactor.path]: 'a second factor',
  '/api/login/callback': 'single sign-on',
};
/** Paths with other statuses for a failed sign-in. */
const FAILS_OTHERWISE: Record<string, (status: number) => boolean> = {
  '/api/login/callback': () => true,
  [api.answerSecondFactor.path]: (status) => status === 400,
};
/** Paths that replace the session, which is no sign-in. */
const RENEWED: readonly string[] = [api.changePassword.path, api.resetPassword.path];

/** Notes a sign-in, a sign-out or a failed sign-in to a known account, after the reply. */
export function logSession(activity: Activity, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const { began, account, caller, half, ip: address } = request;
  const path = request.routeOptions.url ?? '';
  const how = HOW[path];
  const note = (userId: number, action: string, rest: Pick<Noted, 'descriptionOf'> & Partial<Noted>) =>
    activity.note({ userId, tokenId: null, address, action, burst: burstOf(userId, action), ...rest });

  if (began !== null) {
    if (path === api.setUpCompany.path)
      note(began, 'company_setup', { descriptionOf: (name) => `${name} set up the company` });
    else if (!RENEWED.includes(path))
      note(began, 'sign_in', {
        descriptionOf: (name) => `${name} signed in`,
        ...(how && { details: { how } }),
      });
    return;
  }
  if (path === api.logOut.path && caller && statusCode < 400)
    note(caller.user.id, 'sign_out', { descriptionOf: (name) => `${name} signed out` });
  const failed = statusCode === 401 || statusCode === 429 || FAILS_OTHERWISE[path]?.(statusCode);
  // A pending second factor is no failure.
  if (how && account && failed && !half)
    note(account.userId, 'sign_in_failed', {
      descriptionOf: (name) => `Sign-in as ${name} failed`,
      details: { how, ...(statusCode === 429 && { locked: true }) },
      burst: burstOf(account.userId, 'sign_in_failed', true),
    });
}

/** Notes a denied attempt. */
export function logDenial(
  activity: Activity,
  caller: Caller,
  { ip, routeOptions, params }: FastifyRequest,
): void {
  const { user, token } = caller;
  const call = routeOptions.config.call;
  if (!call) return;
  activity.note({
    userId: user.id,
    tokenId: token?.id ?? null,
    address: ip,
    action: 'denied',
    descriptionOf: (name) => `${name} was refused: ${call}`,
    details: { call, ...(Object.keys(params as object).length > 0 && { target: params }) },
    burst: burstOf(user.id, `denied ${call} ${token?.id ?? ''}`, true),
  });
}

const WRONG = {
  password: { action: 'password_wrong', did: 'entered their password incorrectly' },
  factor: { action: 'factor_wrong', did: 'entered their second factor incorrectly' },
} as const;

/** Notes a wrong password or second factor in a session. */
export function logWrongCredential(
  activity: Activity,
  { user, token }: Caller,
  { ip }: FastifyRequest,
  what: keyof typeof WRONG,
): void {
  const { action, did } = WRONG[what];
  activity.note({
    userId: user.id,
    tokenId: token?.id ?? null,
    address: ip,
    action,
    descriptionOf: (name) => `${name} ${did}`,
    burst: burstOf(user.id, action, true),
  });
}

const burstOf = (userId: number, action: string, capped = false) => ({ kind: `${userId} ${action}`, capped });

/** An exported file: call, path and filters. */
type ExportedFile = {
  name: CallName;
  me: Member;
  address: string;
  fileName: string;
  params: object;
  query: object;
};

/** Counts a file's rows and logs the export when it ends, complete or not. Headings don't count. */
export function logExport(activity: Activity, { name, me, address, fileName, params, query }: ExportedFile) {
  let rows = 0;
  const end = (whole: boolean) =>
    activity.note({
      userId: me.userId,
      tokenId: me.tokenId,
      address,
      action: 'export',
      descriptionOf: (who) => `${who} exported ${fileName}: ${count(rows, 'row')}`,
      details: {
        call: name,
        fileName,
        rows,
        whole,
        ...params,
        ...(Object.keys(query).length > 0 && { filters: query }),
      },
    });
  async function* counted(some: Rows): AsyncGenerator<readonly string[]> {
    let head = true;
    for await (const row of some) {
      if (!head) rows += 1;
      head = false;
      yield row;
    }
  }
  /** Also runs when the client disconnects. */
  async function* watched<T>(
    parts: AsyncIterable<T>,
    pass: (part: T) => T = (part) => part,
  ): AsyncGenerator<T> {
    let whole = false;
    try {
      for await (const part of parts) yield pass(part);
      whole = true;
    } finally {
      end(whole);
    }
  }
  return {
    rows: (some: Rows) => watched(counted(some)),
    entries: (some: AsyncIterable<ZipEntry>) =>
      watched(some, (entry) => ('rows' in entry ? { ...entry, rows: counted(entry.rows) } : entry)),
  };
}

type Rows = AsyncIterable<readonly string[]>;
