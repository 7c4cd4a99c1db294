import * as z from 'zod/mini';
import {
  AuditCompleteForm,
  AuditQuery,
  AuditScanForm,
  AuditScanReply,
  AuditScope,
  AuditScopeQuery,
  AuditSession,
  AuditStartForm,
  AuditTickForm,
  AuditTickReply,
  OneAuditSession,
  Verification,
  VerificationQuery,
} from './audit.ts';
import { AuditLog } from './audit-log.ts';
import { BulkMoveForm, BulkMovePlan, BulkMoveQuery, BulkMoveReply } from './bulk-move.ts';
import { Company, CompanyPatch, SetupBody } from './company.ts';
import { Dashboard, Stats } from './dashboard.ts';
import { HistoryCheck } from './history-check.ts';
import {
  DeleteForm,
  IssueForm,
  KeyBunchDetail,
  KeyBunchForm,
  KeyBunchPatch,
  LinkForm,
  MoveForm,
  ReturnForm,
} from './key-bunch.ts';
import { CheckQuery, CheckReply, KeyBunchQuery, ListedKeyBunch, Officer } from './key-bunch-query.ts';
import { PHOTO_BODY_MAX } from './limits.ts';
import { Location, LocationForm, LocationPatch } from './location.ts';
import { LocationReport, ReportExportQuery } from './location-report.ts';
import { ExportQuery, Movement, MovementQuery } from './movement.ts';
import { ForgotForm, LinkReply, LinkForm as OneTimeLink, PasswordForm, ResetForm } from './password.ts';
import { all, any, type Needs } from './permissions.ts';
import { PHOTO_TEXTS, PhotoQuery } from './photo.ts';
import { CategoryParam, Setting, SettingForm, SettingPatch, Settings } from './setting.ts';
import { idQuery } from './text.ts';
import { DemoHint, InvitedUser, ListUser, LoginForm, User, UserForm, UserPatch } from './user.ts';

/**
 * THE CONTRACT. Every call of Keyhold: method, path, who may (`needs`, decided before anything is looked up), what it takes and
 * what it answers. The server serves this table, the browser calls it, buttons ask it, OpenAPI is printed from it and the
 * security tests loop over it. `also` names in words the rules that depend on the record and are checked by the feature.
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
  /** The one field for which a body may be larger than others, up to `bytes` in all; beyond, it is 413 with `refusal`. */
  large?: { field: string; bytes: number; refusal: string };
  /** What a success answers; nothing undeclared leaves the server. `'csv'` streams a file, `'photo'` is a picture's bytes. */
  reply: z.ZodMiniType | 'csv' | 'photo';
  /** Of a success; 200 unless said. */
  status?: 200 | 201;
  /** A secret of the reply: answered once, never kept for a replay. */
  toldOnce?: string;
};

type Rest = Omit<Call, 'method' | 'path'>;
const get = <const P extends `/api/${string}`, R extends Rest>(path: P, rest: R) =>
  ({ method: 'GET', path, ...rest }) as const;
const post = <const P extends `/api/${string}`, R extends Rest>(path: P, rest: R) =>
  ({ method: 'POST', path, ...rest }) as const;
const patch = <const P extends `/api/${string}`, R extends Rest>(path: P, rest: R) =>
  ({ method: 'PATCH', path, ...rest }) as const;
const remove = <const P extends `/api/${string}`, R extends Rest>(path: P, rest: R) =>
  ({ method: 'DELETE', path, ...rest }) as const;

const Done = z.object({ message: z.string() });
const anyBody = z.optional(z.unknown());
const OWN_AUDIT = 'the own session, or audit:edit for another';

export const api = {
  getMe: get('/api/auth/user', { needs: 'session', reply: User }),
  getDemoHint: get('/api/auth/demo', { needs: 'nobody', reply: DemoHint }),
  logIn: post('/api/auth/login', { needs: 'nobody', body: LoginForm, reply: z.object({ user: User }) }),
  logOut: post('/api/auth/logout', { needs: 'nobody', body: anyBody, reply: Done }),

  forgotPassword: post('/api/auth/forgot-password', { needs: 'nobody', body: ForgotForm, reply: Done }),
  checkLink: post('/api/auth/reset-password/check', { needs: 'nobody', body: OneTimeLink, reply: LinkReply }),
  resetPassword: post('/api/auth/reset-password', { needs: 'nobody', body: ResetForm, reply: Done }),
  changePassword: post('/api/auth/password', { needs: 'session', body: PasswordForm, reply: Done }),

  setUpCompany: post('/api/companies/setup', {
    needs: 'nobody',
    also: 'nobody who belongs to a company; the body is SetupForm, or AttachForm with a session',
    body: SetupBody,
    reply: z.object({ user: User, company: Company }),
    status: 201,
  }),
  getCompany: get('/api/companies/current', {
    needs: 'session',
    also: '404 without company',
    reply: Company,
  }),
  updateCompany: patch('/api/companies/current', {
    needs: 'system:admin',
    body: CompanyPatch,
    reply: Company,
  }),
  getHistoryCheck: get('/api/companies/verify', {
    needs: 'system:admin',
    reply: z.object({ last: z.nullable(HistoryCheck) }),
  }),
  verifyHistory: post('/api/companies/verify', {
    needs: 'system:admin',
    body: anyBody,
    reply: HistoryCheck,
  }),

  listLocations: get('/api/locations', {
    needs: 'company',
    also: 'all allowed locations with location:view, key:view, audit:view or audit:create; else only those in the own list',
    reply: z.array(Location),
  }),
  createLocation: post('/api/locations', {
    needs: 'location:create',
    also: 'access to all locations',
    body: LocationForm,
    reply: Location,
    status: 201,
  }),
  updateLocation: patch('/api/locations/:id', {
    needs: 'location:edit',
    body: LocationPatch,
    reply: Location,
  }),
  getLocationReport: get('/api/locations/:id/report', { needs: 'reports:view', reply: LocationReport }),
  exportLocationReport: get('/api/locations/:id/report/export', {
    needs: 'reports:view',
    query: ReportExportQuery,
    reply: 'csv',
  }),
  deleteLocation: remove('/api/locations/:id', {
    needs: all('location:edit', 'location:delete'),
    reply: Done,
  }),

  listKeyBunches: get('/api/key-bunches', {
    needs: 'key:view',
    query: KeyBunchQuery,
    reply: z.array(ListedKeyBunch),
  }),
  listAllKeyBunches: get('/api/key-bunches/all', {
    needs: 'key:view',
    query: KeyBunchQuery,
    reply: z.array(ListedKeyBunch),
  }),
  checkKeyBunch: get('/api/key-bunches/check', {
    needs: any('key:create', 'key:edit', 'key:return'),
    query: CheckQuery,
    reply: CheckReply,
  }),
  getKeyBunch: get('/api/key-bunches/:id', { needs: 'key:view', reply: KeyBunchDetail }),
  createKeyBunch: post('/api/key-bunches', {
    needs: 'key:create',
    body: KeyBunchForm,
    reply: KeyBunchDetail,
    status: 201,
  }),
  updateKeyBunch: patch('/api/key-bunches/:id', {
    needs: 'key:edit',
    also: 'key:move when locationId or type changes',
    body: KeyBunchPatch,
    large: { field: 'imageUrl', bytes: PHOTO_BODY_MAX, refusal: PHOTO_TEXTS.refusedOver },
    reply: KeyBunchDetail,
  }),
  getPhoto: get('/api/key-bunches/:id/photo', { needs: 'key:view', query: PhotoQuery, reply: 'photo' }),
  deleteKeyBunch: remove('/api/key-bunches/:id', {
    needs: 'key:delete',
    body: z.optional(DeleteForm),
    reply: Done,
  }),
  moveKeyBunch: post('/api/key-bunches/:id/move', {
    needs: any('key:move', 'key:bulk_move'),
    also: 'key:move; with fromLocationId key:bulk_move and a verified audit',
    body: MoveForm,
    reply: KeyBunchDetail,
  }),
  getBulkMove: get('/api/key-bunches/bulk-move', {
    needs: 'key:bulk_move',
    query: BulkMoveQuery,
    reply: BulkMovePlan,
  }),
  bulkMove: post('/api/key-bunches/bulk-move', {
    needs: 'key:bulk_move',
    also: 'a verified audit of the location',
    body: BulkMoveForm,
    reply: BulkMoveReply,
  }),
  linkNfc: post('/api/key-bunches/:id/link-nfc', {
    needs: 'key:edit',
    body: LinkForm,
    reply: KeyBunchDetail,
  }),
  unlinkNfc: remove('/api/key-bunches/:id/unlink-nfc', { needs: 'key:edit', reply: KeyBunchDetail }),
  issueKeyBunch: post('/api/key-bunches/:id/issue', {
    needs: 'key:issue',
    body: IssueForm,
    reply: KeyBunchDetail,
  }),
  returnKeyBunch: post('/api/key-bunches/:id/return', {
    needs: 'key:return',
    body: ReturnForm,
    reply: KeyBunchDetail,
  }),
  getKeyBunchHistory: get('/api/key-bunches/:id/history', {
    needs: all('key:view', 'history:view'),
    query: MovementQuery,
    reply: z.array(Movement),
  }),
  listOfficers: get('/api/officers', { needs: any('key:issue', 'key:return'), reply: z.array(Officer) }),

  listAudits: get('/api/audit', {
    needs: any('audit:view', 'audit:create'),
    query: AuditQuery,
    reply: z.array(AuditSession),
  }),
  getAuditScope: get('/api/audit/scope/:id', {
    needs: 'audit:create',
    query: AuditScopeQuery,
    reply: AuditScope,
  }),
  getAudit: get('/api/audit/:id', { needs: any('audit:view', 'audit:create'), reply: OneAuditSession }),
  getVerification: get('/api/audit/verification/:id', {
    needs: any('audit:view', 'key:bulk_move'),
    query: VerificationQuery,
    reply: Verification,
  }),
  startAudit: post('/api/audit/start', {
    needs: 'audit:create',
    body: AuditStartForm,
    reply: OneAuditSession,
    status: 201,
  }),
  scanAudit: post('/api/audit/nfc-scan', {
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditScanForm,
    reply: AuditScanReply,
  }),
  tickAudit: post('/api/audit/:id/ticks', {
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditTickForm,
    reply: AuditTickReply,
  }),
  completeAudit: post('/api/audit/:id/complete', {
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: AuditCompleteForm,
    reply: OneAuditSession,
  }),
  cancelAudit: post('/api/audit/:id/cancel', {
    needs: any('audit:create', 'audit:edit'),
    also: OWN_AUDIT,
    body: anyBody,
    reply: OneAuditSession,
  }),

  listMovements: get('/api/movement-history', {
    needs: 'history:view',
    query: MovementQuery,
    reply: z.array(Movement),
  }),
  exportMovements: get('/api/movement-history/export', {
    needs: 'history:view',
    query: ExportQuery,
    reply: 'csv',
  }),
  listAuditLogs: get('/api/audit-logs', {
    needs: all('key:view', 'history:view'),
    query: z.object({ keyBunchId: idQuery('Unknown key bunch') }),
    reply: z.array(AuditLog),
  }),

  getDashboard: get('/api/dashboard', { needs: 'key:view', reply: Dashboard }),
  getDashboardStats: get('/api/dashboard/stats', { needs: 'key:view', reply: Stats }),
  getSettings: get('/api/settings', { needs: 'company', reply: Settings }),
  createSetting: post('/api/settings/:category', {
    needs: 'system:admin',
    params: { category: CategoryParam },
    body: SettingForm,
    reply: Setting,
    status: 201,
  }),
  updateSetting: patch('/api/settings/:category/:id', {
    needs: 'system:admin',
    params: { category: CategoryParam },
    body: SettingPatch,
    reply: Setting,
  }),
  deleteSetting: remove('/api/settings/:category/:id', {
    needs: 'system:admin',
    params: { category: CategoryParam },
    reply: Done,
  }),

  listUsers: get('/api/users', { needs: 'user:view', reply: z.array(ListUser) }),
  createUser: post('/api/users', {
    needs: 'user:create',
    also: 'nothing that the caller lacks; role other than officer or viewer, and permissions: user:assign_permissions',
    body: UserForm,
    reply: InvitedUser,
    status: 201,
    toldOnce: 'inviteUrl',
  }),
  updateUser: patch('/api/users/:id', {
    needs: 'company',
    also: 'own name and email; else user:edit, nobody stronger, nothing that the caller lacks',
    body: UserPatch,
    reply: ListUser,
  }),
  inviteUser: post('/api/users/:id/invite', {
    needs: 'user:edit',
    also: 'nobody stronger, not oneself',
    body: anyBody,
    reply: InvitedUser,
    toldOnce: 'inviteUrl',
  }),
} satisfies Record<string, Call>;

export type Api = typeof api;
export type CallName = keyof Api;
/** The calls that change something. */
export type ActionName = { [N in CallName]: Api[N]['method'] extends 'GET' ? never : N }[CallName];
export type ReadName = Exclude<CallName, ActionName>;

type Sent<T> = T extends z.ZodMiniType ? z.input<T> : undefined;
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Field<N extends CallName, F extends 'query' | 'body'> =
  Api[N] extends Record<F, infer T> ? T : undefined;

/** What a caller sends. */
export type BodyOf<N extends CallName> = Sent<Field<N, 'body'>>;
export type QueryOf<N extends CallName> = Sent<Field<N, 'query'>>;
/** What a feature gets, after parsing. */
export type ParsedBody<N extends CallName> = Parsed<Field<N, 'body'>>;
export type ParsedQuery<N extends CallName> = Parsed<Field<N, 'query'>>;
/** What a success answers. */
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

/** The named parts of a path, as a caller sends them: ids, and whatever the entry's `params` declare. */
export type ParamsOf<N extends CallName> = {
  [K in NamesIn<Api[N]['path']>]: ParamOf<N, K> extends undefined ? number : Sent<ParamOf<N, K>>;
};
/** The same after parsing. */
export type ParsedParams<N extends CallName> = {
  [K in NamesIn<Api[N]['path']>]: ParamOf<N, K> extends undefined ? number : Parsed<ParamOf<N, K>>;
};
