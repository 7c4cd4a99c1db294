import type * as z from 'zod/mini';
import { approvalCalls } from './contract/approval.ts';
import { auditCalls } from './contract/audit.ts';
import { apiTokenCalls, authCalls } from './contract/auth.ts';
import type { Call } from './contract/call.ts';
import { activityCalls, companyCalls } from './contract/company.ts';
import { custodyCalls } from './contract/custody.ts';
import { dashboardCalls } from './contract/dashboard.ts';
import { holderCalls } from './contract/holder.ts';
import { importCalls } from './contract/import.ts';
import { bulkMoveCalls, keyBunchCalls } from './contract/key-bunch.ts';
import { kioskCalls } from './contract/kiosk.ts';
import { labelCalls } from './contract/label.ts';
import { liveCalls } from './contract/live.ts';
import { locationCalls } from './contract/location.ts';
import { movementCalls } from './contract/movement.ts';
import { outboxCalls, paperCalls } from './contract/outbox.ts';
import { premisesCalls } from './contract/premises.ts';
import { reservationCalls } from './contract/reservation.ts';
import { roomHandoverCalls } from './contract/room-handover.ts';
import { secondFactorCalls } from './contract/second-factor.ts';
import { reminderCalls, settingCalls } from './contract/setting.ts';
import { userCalls } from './contract/user.ts';
import { webhookCalls } from './contract/webhook.ts';

export type { Call };

/**
 * THE CONTRACT: every call of Keyhold, by noun. The server serves this table, the browser calls it, buttons read their permissions from it, OpenAPI is
 * generated from it and the security tests loop over it.
 */
export const api = {
  ...authCalls,
  ...companyCalls,
  ...locationCalls,
  ...keyBunchCalls,
  ...custodyCalls,
  ...outboxCalls,
  ...reservationCalls,
  ...roomHandoverCalls,
  ...kioskCalls,
  ...approvalCalls,
  ...paperCalls,
  ...holderCalls,
  ...premisesCalls,
  ...importCalls,
  ...labelCalls,
  ...reminderCalls,
  ...bulkMoveCalls,
  ...auditCalls,
  ...movementCalls,
  ...activityCalls,
  ...dashboardCalls,
  ...settingCalls,
  ...userCalls,
  ...apiTokenCalls,
  ...webhookCalls,
  ...liveCalls,
  ...secondFactorCalls,
} satisfies Record<string, Call>;

export type Api = typeof api;
export type CallName = keyof Api;
/** The calls that change data. */
export type ActionName = { [N in CallName]: Api[N]['method'] extends 'GET' ? never : N }[CallName];
export type ReadName = Exclude<CallName, ActionName>;
/** The calls served before a company is known. No Idempotency-Key is kept for them: when repeated, they take effect again. */
export type PreCompanyCallName = {
  [N in CallName]: Api[N]['needs'] extends 'nobody' | 'session' ? N : never;
}[CallName];
export const isPreCompany = (name: CallName): name is PreCompanyCallName =>
  api[name].needs === 'nobody' || api[name].needs === 'session';

/** Whether a tablet that is a kiosk makes this call, with the cookie of its own. It makes no other. */
export const isOfKiosk = (name: CallName): boolean => (api[name] as Call).needs === 'kiosk';

/** Whether API tokens may make a call. Signing in, passwords, people and the live channel are only for people. */
export const isOpenToTokens = (name: CallName): boolean =>
  !isPreCompany(name) &&
  !isOfKiosk(name) &&
  (api[name] as Call).reply !== 'live' &&
  !(api[name] as Call).noTokens;

type Sent<T> = T extends z.ZodMiniType ? z.input<T> : undefined;
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Field<N extends CallName, F extends 'query' | 'body'> =
  Api[N] extends Record<F, infer T> ? T : undefined;

/** The body that a caller sends. */
export type BodyOf<N extends CallName> = Sent<Field<N, 'body'>>;
export type QueryOf<N extends CallName> = Sent<Field<N, 'query'>>;
/** The body that a feature receives, after parsing. */
export type ParsedBody<N extends CallName> = Parsed<Field<N, 'body'>>;
export type ParsedQuery<N extends CallName> = Parsed<Field<N, 'query'>>;
/** The reply of a success. */
export type ReplyOf<N extends CallName> = Api[N]['reply'] extends z.ZodMiniType
  ? z.output<Api[N]['reply']>
  : string;

type NamesIn<P extends string> = P extends `${string}:${infer Name}/${infer Tail}`
  ? Name | NamesIn<`/${Tail}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamOf<N extends CallName, K extends string> =
  Api[N] extends Record<'params', Record<K, infer T>> ? T : undefined;

/** Path parameters as a caller sends them: ids, and those that `params` of the entry declares. */
export type ParamsOf<N extends CallName> = {
  [K in NamesIn<Api[N]['path']>]: ParamOf<N, K> extends undefined ? number : Sent<ParamOf<N, K>>;
};
/** Path parameters after parsing. */
export type ParsedParams<N extends CallName> = {
  [K in NamesIn<Api[N]['path']>]: ParamOf<N, K> extends undefined ? number : Parsed<ParamOf<N, K>>;
};
