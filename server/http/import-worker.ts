import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { api, type Call, type ParsedBody } from '../../shared/api.ts';
import { NOT_ZIP } from '../../shared/former-register.ts';
import type { Config } from '../config.ts';
import { PreparedClient } from '../database/prepared-client.ts';
import { run, sql } from '../database/sql.ts';
import { openTransactions, type Transactions } from '../database/transactions.ts';
import { registerImportFeatures } from '../features/former-register/import.ts';
import { openExport } from '../features/former-register/opened-export.ts';
import { importFeatures } from '../features/import/import.ts';
import { beginRun, failRun } from '../features/import/run-record.ts';
import { checkConfirmedFor } from '../identity/confirmation.ts';
import { callerAgain } from '../identity/session.ts';
import { refuse } from '../refusal.ts';
import { doJobs } from '../worker-jobs.ts';
import { checkKey, fingerprintOf, once } from './idempotency.ts';
import { inputInTurns, jsonReader, readBody } from './input.ts';
import { validateReply } from './reply.ts';
import { memberWhoMay } from './requester.ts';

const features = { ...importFeatures, ...registerImportFeatures };
type ImportCall = keyof typeof features;

/** An import call whose caller was authorised; the transaction checks the rights again. */
export type ImportJob = {
  name: ImportCall;
  sid: string;
  tokenId: number | undefined;
  url: string;
  key: string | undefined;
  body?: string | undefined;
  query: unknown;
  /** A body that is a ZIP. */
  file?: { path: string; sha256: string };
  /** What invitations need of the configuration. */
  letters: { limits: Config['limits']; isMailed: boolean };
  /** Milliseconds that its transaction may wait. */
  leftMs: number;
  database: pg.ClientConfig;
  /** Whether statements are prepared by name (`preparedStatements` of the configuration). */
  named: boolean;
};
/** `body` is JSON text. */
export type ImportAnswer = { status: number; body: string; replayed: boolean };

let transactions: Transactions | undefined;

/**
 * The worker's own connections, with longer timeouts and no watch: at its low priority the process may pause for a second and would take
 * the database for dead.
 */
function openDatabase({ database, named }: ImportJob): Transactions {
  const pool = new pg.Pool({
    Client: named ? PreparedClient : pg.Client,
    pipeline: true,
    ...database,
    max: 2,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return openTransactions(pool);
}

const readJson = jsonReader(fastify());

/** Thousands of rows are checked between two statements, at low priority. */
const PATIENCE = sql`set local idle_in_transaction_session_timeout = 60000`;

/** The input of a call, and its opened file if it reads one, checked before its transaction begins. */
async function read(job: ImportJob) {
  const entry: Call = api[job.name];
  if (entry.file && !job.file) throw refuse(415, NOT_ZIP, { code: 'not_zip' });
  const sent = job.body === undefined ? undefined : await readBody(job.body, entry.large, readJson);
  const input = await inputInTurns(entry, { query: job.query, params: {}, body: sent });
  const fingerprint = fingerprintOf(entry.method, job.url, job.file?.sha256 ?? sent, job.tokenId);
  return { entry, input, fingerprint, opened: job.file && (await openExport(job.file.path)) };
}

async function answer(job: ImportJob): Promise<ImportAnswer> {
  const request = await read(job);
  return perform(job, request).finally(() => request.opened?.zip.close());
}

/** The pipeline of an import: as for every write, a transaction of the company, current rights, one effect per Idempotency-Key. */
async function perform(
  job: ImportJob,
  { entry, input, fingerprint, opened }: Awaited<ReturnType<typeof read>>,
): Promise<ImportAnswer> {
  const { letters } = job;
  transactions ??= openDatabase(job);
  const company = transactions.within(job.leftMs);
  // Its run is recorded by the key.
  const key = job.key ?? (job.name === 'runImport' ? randomUUID() : undefined);
  if (job.name === 'runImport' && key) {
    checkKey(key);
    await company.forCompany(job.sid, async (tx, caller) => {
      const me = memberWhoMay(entry, caller);
      await beginRun(tx, me, input.body as ParsedBody<'runImport'>, key);
    });
  }
  const answering = company.forCompany(job.sid, async (tx, caller, last) => {
    const me = memberWhoMay(entry, caller);
    checkConfirmedFor(entry, me);
    const again = async () => memberWhoMay(entry, await callerAgain(tx, job.sid));
    await run(tx, PATIENCE);
    const feature = features[job.name] as (call: object) => Promise<unknown>;
    return once({ tx, last, key, fingerprint, oneTimeSecret: undefined }, async () => ({
      status: entry.status ?? 200,
      body: validateReply(entry, await feature({ ...input, tx, me, again, opened, letters, ifMatch: null })),
    }));
  });
  const outcome = await answering.catch(async (error: unknown) => {
    if (job.name === 'runImport' && key)
      await company.forCompany(job.sid, (tx) => failRun(tx, error, key)).catch(() => undefined);
    throw error;
  });
  const { status, replayed } = outcome;
  // A stored refusal is returned as it was: its body has no schema in the contract.
  const body = replayed && status < 400 ? validateReply(entry, outcome.body) : outcome.body;
  return { status, replayed, body: JSON.stringify(body) };
}

doJobs(answer);
