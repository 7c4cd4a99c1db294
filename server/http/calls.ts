import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type CallName, isPreCompany, type ParsedQuery } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import type { Activity } from '../activity/activity.ts';
import { logExport } from '../activity/company-log.ts';
import type { Anchors } from '../anchor/anchors.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import type { Last, Member, Transactions, Tx } from '../database/transactions.ts';
import { attachment, csv, zip } from '../download.ts';
import { type PhotoName, type StreamName, WholeList, type ZipName } from '../features/feature.ts';
import {
  companyCalls,
  fileCalls,
  photoCalls,
  preCompanyCalls,
  preparations,
  streamCalls,
  zipCalls,
} from '../features/table.ts';
import type { Attempts } from '../identity/attempts.ts';
import { checkConfirmedFor } from '../identity/confirmation.ts';
import { halfSignInOf, knownBrowserOf, type SessionCookie, sessionOf } from '../identity/cookies.ts';
import { kioskCookieOf } from '../identity/kiosk-cookie.ts';
import { siteOf } from '../identity/passkey.ts';
import { callerAgain, extendSession, isBoundKiosk, type KnownSessions } from '../identity/session.ts';
import type { Live } from '../live/live.ts';
import type { openLetters } from '../mail/sender.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { noCaller, refuse } from '../refusal.ts';
import type { Lanes } from './admission.ts';
import { fingerprintOf, once } from './idempotency.ts';
import type { Imports } from './imports.ts';
import { headerOf, type Input, inputOf } from './input.ts';
import {
  etagMatches,
  noteQuota,
  sendBody,
  sendPhoto,
  sendResult,
  sendWhole,
  validateReply,
} from './reply.ts';
import {
  checkConnected,
  guardGuesses,
  holdPlace,
  inPlace,
  leftFor,
  memberWhoMay,
  requesterOf,
} from './requester.ts';

/** The parts of the server that calls use. */
export type Served = {
  transactions: Transactions;
  config: Config;
  attempts: Attempts;
  cookie: SessionCookie;
  sessions: KnownSessions;
  lanes: Lanes;
  imports: Imports;
  letters: ReturnType<typeof openLetters>;
  live: Live;
  anchors: Anchors;
  /** Null without METRICS_TOKEN. */
  metrics: Metrics | null;
  activity: Activity;
  /** Records the use of an API token. */
  usedToken(id: number): void;
};

/** A request for a call of the contract. */
type Exchange = { name: CallName; entry: Call; request: FastifyRequest; reply: FastifyReply; served: Served };
/** A request with a session or a token. */
type OwnExchange = Exchange & { sid: string; known: Caller };

/** The table types each feature by its name; here all are called alike. */
type AnyFeature = (call: object) => Promise<unknown>;

/** Answers a call by its kind: before a company is known, live channel, file, photo, read or write. */
export async function answer(exchange: Exchange): Promise<unknown> {
  const { name, entry, request } = exchange;
  if (isPreCompany(name)) return answerBeforeCompany(exchange);
  const { sid, known } = request;
  if (!sid || !known) throw noCaller(entry.needs === 'kiosk');
  const own = { ...exchange, sid, known };
  if (entry.reply === 'live') return answerLive(own);
  if (name in streamCalls || name in zipCalls) return answerFile(own);
  if (name in photoCalls) return answerPhoto(own);
  if (entry.large?.list || name in fileCalls)
    return exchange.served.imports.answer(name, sid, request, exchange.reply);
  // Columns are being assigned: rows to check follow.
  if (name === 'getImportMapping') exchange.served.imports.start();
  return entry.method === 'GET' ? answerRead(own) : answerWrite(own);
}

async function answerBeforeCompany({ name, entry, request, reply, served }: Exchange) {
  const { lanes, config, cookie, attempts } = served;
  const { ip: address } = request;
  const input = inputOf(entry, request);
  await holdPlace(request, reply, lanes.calls);
  const transactions = served.transactions.within(leftFor(request));
  const feature = preCompanyCalls[name as keyof typeof preCompanyCalls] as AnyFeature;
  const concerns = (account: FastifyRequest['account']) => {
    request.account = account;
  };
  const session = sessionOf(request, reply, transactions, cookie);
  const half = halfSignInOf(request, reply, config.secure);
  const tablet = kioskCookieOf(request, reply, config.secure);
  if (entry.signsIn && (await isBoundKiosk(transactions, tablet.sid)))
    throw refuse(409, REFUSALS.onKiosk, { code: 'kiosk_bound' });
  const browsing = { half, tablet, browser: knownBrowserOf(request, reply, config.secure) };
  const site = siteOf(config, request);
  // Until a required second factor is set up, public calls treat the user as signed out.
  const caller = request.caller?.factorDue && !entry.first ? null : request.caller;
  const work = () =>
    feature({
      ...input,
      ...session,
      ...browsing,
      site,
      transactions,
      config,
      attempts,
      caller,
      address,
      concerns,
    });
  const result = await guardGuesses(attempts, name, request, work);
  return sendResult(reply, entry, entry.status ?? 200, result);
}

/** A feature's work in a transaction, with the authorised caller and the parsed request. */
type Work<T> = (tx: Tx, me: Member, input: Input, last: Last) => Promise<T>;

/** Runs `work` in a transaction of the company. Input is validated only after authorisation. */
async function inTransaction<T>(
  kind: 'forCompany' | 'forCompanyReadOnly',
  { entry, request, served, sid, known }: OwnExchange,
  work: Work<T>,
): Promise<T> {
  const { transactions, sessions } = served;
  const input = request.caller ? inputOf(entry, request) : null;
  const run = (tx: Tx, caller: Caller, last: Last) => {
    const me = memberWhoMay(entry, caller);
    checkConfirmedFor(entry, me);
    return work(tx, me, input ?? inputOf(entry, request), last);
  };
  const onCaller = (caller: Caller | null) => {
    request.caller = caller;
    if (caller) sessions.saw(caller);
    else sessions.forget(sid);
  };
  const timely = transactions.within(leftFor(request));
  const result = await timely[kind](sid, async (...all) => run(...all), { assumed: known, onCaller });
  if (request.caller) await extendSession(transactions, request.caller, request.ip);
  return result;
}

async function answerRead(own: OwnExchange) {
  const { name, entry, request, reply, served } = own;
  const { lanes, config, anchors } = served;
  const leave = await holdPlace(request, reply, lanes.calls, { reads: true });
  const feature = companyCalls[name as keyof typeof companyCalls] as AnyFeature;
  const ifMatch = ifMatchOf(request);
  const result = await inTransaction('forCompanyReadOnly', own, (tx, me, input) =>
    feature({ ...input, tx, me, ifMatch, config, anchors }),
  );
  if (!(result instanceof WholeList)) return sendResult(reply, entry, 200, result);
  leave();
  await holdPlace(request, reply, lanes.files);
  return sendWhole(reply, entry, result, readerOf(own));
}

/** A write runs once per Idempotency-Key; a replay returns the first response. */
async function answerWrite(own: OwnExchange) {
  const { name, entry, request, reply, served, known } = own;
  const { lanes, config, attempts, anchors } = served;
  const prepared = await prepare(own);
  await holdPlace(request, reply, lanes.calls);
  await attempts.wrote(requesterOf(request).person, noteQuota(reply));
  const feature = companyCalls[name as keyof typeof companyCalls] as AnyFeature;
  const ifMatch = ifMatchOf(request);
  const key = headerOf(request, 'idempotency-key');
  const program = known.token?.id ?? (known.kiosk && `kiosk ${known.kiosk.id}`) ?? undefined;
  const fingerprint = fingerprintOf(request.method, request.url, request.body, program);
  const act = async (tx: Tx, me: Member, input: Input) => {
    const again = async () => memberWhoMay(entry, await callerAgain(tx, own.sid));
    const result = await feature({ ...input, tx, me, again, ifMatch, config, anchors, prepared });
    return { status: entry.status ?? 200, body: validateReply(entry, result) };
  };
  const outcome = await guardGuesses(attempts, name, request, () =>
    inTransaction('forCompany', own, (tx, me, input, last) =>
      once({ tx, last, key, fingerprint, oneTimeSecret: entry.oneTimeSecret }, () => act(tx, me, input)),
    ),
  );
  if (!outcome.replayed) return sendBody(reply, outcome.status, outcome.body);
  reply.header('idempotent-replayed', 'true');
  // A stored refusal is returned as it was: its body has no schema in the contract.
  if (outcome.status >= 400) return reply.status(outcome.status).send(outcome.body);
  return sendBody(reply, outcome.status, validateReply(entry, outcome.body));
}

/** Streams a file at the client's speed; only its parts take places among the calls. */
async function answerFile(own: OwnExchange) {
  const { name, entry, request, reply, served } = own;
  const { lanes, attempts, anchors } = served;
  if (!request.caller) throw refuse(401, REFUSALS.unauthorized);
  const me = memberWhoMay(entry, request.caller);
  const input = inputOf(entry, request);
  await holdPlace(request, reply, lanes.files);
  await inPlace(request, lanes.calls, () => attempts.exported(requesterOf(request).person, noteQuota(reply)));
  const read = readerOf(own);
  // Before the file is read, so that it contains everything up to the anchor.
  await anchors.write(await readerOf(own)((tx) => anchors.look(tx, me.companyId)));
  const file = await fileOf(name, { ...input, me, read, anchors }, (fileName) =>
    logExport(served.activity, {
      name,
      me,
      address: request.ip,
      fileName,
      params: input.params,
      query: { ...(input.query as object) },
    }),
  );
  const { userId, companyId, tokenId } = me;
  request.log.info(
    { event: 'export', userId, companyId, ...(tokenId && { tokenId }), call: name },
    'exported',
  );
  reply.header('content-disposition', attachment(file.name)).type(file.type);
  return reply.send(file.bytes);
}

/** The file of a streaming call, not yet started. */
async function fileOf(
  name: CallName,
  call: object,
  noticed: (fileName: string) => ReturnType<typeof logExport>,
) {
  if (name in zipCalls) {
    const { fileName, entries } = await zipCalls[name as ZipName](call as never);
    return { name: fileName, type: 'application/zip', bytes: zip(noticed(fileName).entries(entries)) };
  }
  const { fileName, rows } = await streamCalls[name as StreamName](call as never);
  return { name: fileName, type: 'text/csv; charset=utf-8', bytes: csv(noticed(fileName).rows(rows)) };
}

async function answerPhoto(own: OwnExchange) {
  const { name, request, reply, served } = own;
  await holdPlace(request, reply, served.lanes.calls, { reads: true });
  const has = (hash: string) => etagMatches(request, hash);
  const feature = photoCalls[name as PhotoName];
  const photo = await inTransaction('forCompanyReadOnly', own, (tx, me, input) =>
    feature({ ...input, tx, me, has } as never),
  );
  return sendPhoto(reply, photo);
}

/** Holds a place only while rights are read; the stream reads them again whenever they may have changed. */
async function answerLive({ entry, request, reply, served, sid, known }: OwnExchange) {
  const { live, lanes, transactions } = served;
  const again = () => transactions.forCompanyReadOnly(sid, async (_tx, now) => memberWhoMay(entry, now));
  const { after } = inputOf(entry, request).query as ParsedQuery<'getLive'>;
  const last = headerOf(request, 'last-event-id') || after;
  const stream = await inPlace(request, lanes.calls, () => live.open(known, again, last));
  // Stops proxies from buffering the event stream.
  reply.header('x-accel-buffering', 'no').type('text/event-stream');
  return reply.send(stream);
}

/** Reads a file part by part, each in its own transaction and place, with the caller's rights checked again for each. */
function readerOf({ entry, request, served: { transactions, lanes }, sid }: OwnExchange) {
  return <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    const part = () =>
      transactions.forCompanyReadOnly(sid, (tx, now) => {
        memberWhoMay(entry, now);
        return run(tx);
      });
    return lanes.parts.run({ ...requesterOf(request), reads: true }, part);
  };
}

/** Runs slow work (photo encoding) before the transaction begins, one at a time. */
async function prepare({ name, entry, request, reply, served: { lanes } }: OwnExchange) {
  if (!(name in preparations)) return undefined;
  const { body } = inputOf(entry, request);
  const work = preparations[name as keyof typeof preparations](body as never);
  if (!work) return null;
  return lanes.photos.run(requesterOf(request), async () => {
    checkConnected(reply);
    return work();
  });
}

/** The If-Match ETag, or null. */
const ifMatchOf = (request: FastifyRequest): string | null =>
  headerOf(request, 'if-match')?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? null;
