import type { FastifyInstance } from 'fastify';
import { keepAnchoring } from './anchor/anchors.ts';
import { keepBackingUp } from './backup/schedule.ts';
import type { Config } from './config.ts';
import { keepTidy } from './database/housekeeping.ts';
import { type Database, openDatabase } from './database/open.ts';
import { openTransactions } from './database/transactions.ts';
import { seedDemo } from './demo/demo.ts';
import { readConfig } from './environment.ts';
import { errorForLog, textOf } from './error-log.ts';
import { DEMO_ACCOUNTS, DEMO_APPROVER, DEMO_KIOSK } from './features/auth/demo-accounts.ts';
import { visible } from './http/log.ts';
import { makeApp } from './http/pipeline.ts';
import { countUnreadable } from './identity/authenticator-app.ts';
import { keyInFolder } from './identity/secrets.ts';
import { keepReminding } from './reminder/run.ts';
import { noteOutcome } from './task-outcome.ts';

const STOP_MS = 10_000;
/** Listen backlog: a client beyond it is not refused but retries after one, three and seven seconds. */
const BACKLOG = 4096;
const NO_KEY =
  'SECRETS_KEY is not set: no user can set up an authenticator app as a second factor, and no device can record custody without signal.';
const UNREADABLE =
  'authenticator apps were set up under another SECRETS_KEY and cannot be read: their codes are refused until the server has that key again.';

/** Reads the environment once, opens the database, listens, and on SIGTERM or SIGINT finishes what is in flight and stops. */
async function main(): Promise<void> {
  dieLoudly();
  const print = (line: string) => console.log(visible(line));
  const config = readConfig(process.env);
  for (const warning of config.warnings) print(`Warning: ${warning}`);

  const database = await openDatabase(config, print);
  try {
    await serve(config, database, print);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(given: Config, database: Database, print: (line: string) => void): Promise<void> {
  const config = await withSecretsKey(given, database, print);
  const app = await makeApp(config, database.pool);
  if (config.demo.on) await seedDemo(database.pool, database.owner, config, print);
  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  const stopTidying = keepTidy(openTransactions(database.pool), (error) => {
    if (error) app.log.error({ err: error }, 'housekeeping');
    app.metrics?.ran('housekeeping', !error);
  });
  const stopReminding = keepReminding(
    openTransactions(database.pool),
    config,
    app.live.wake,
    (error) => app.log.error({ err: error }, 'reminders'),
    (isGood) => app.metrics?.ran('reminders', isGood),
  );
  const stopAnchoring = keepAnchoring(app.anchors, (isGood) => noteOutcome(config.dataDir, 'anchor', isGood));
  const { backups } = config;
  const stopBackingUp = backups
    ? keepBackingUp(
        { target: database.target, transactions: openTransactions(database.pool), backups },
        app.log,
        (isGood) => app.metrics?.ran('backup', isGood),
      )
    : async () => undefined;
  stopOnSignals(app, async () => {
    stopTidying();
    await Promise.all([stopReminding(), stopBackingUp()]);
    await stopAnchoring();
    await app.close();
    await database.close();
  });
  // Last: a supervisor that sees it ready may stop it.
  greet(config, app, print);
}

/**
 * The key of SECRETS_KEY; without it, with the embedded database, the one of the data folder. Several servers may share another database, and
 * only the environment gives all of them the same key.
 */
async function withSecretsKey(
  config: Config,
  { pool, embedded }: Database,
  print: (line: string) => void,
): Promise<Config> {
  const secretsKey = config.secretsKey ?? (embedded ? keyInFolder(config.dataDir) : null);
  const unreadable = await openTransactions(pool).forSystem((tx) => countUnreadable(tx, secretsKey));
  if (unreadable > 0) print(`Warning: ${unreadable} ${UNREADABLE}`);
  else if (!secretsKey) print(`Warning: ${NO_KEY}`);
  return { ...config, secretsKey };
}

function greet(config: Config, app: FastifyInstance, print: (line: string) => void): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  print(`Keyhold is ready at ${config.publicUrl?.origin ?? `http://${config.host}:${port}`}`);
  if (!config.demo.on) return;
  for (const { label, email } of DEMO_ACCOUNTS) print(`  ${label.padEnd(16)} ${email}`);
  print(`  Password         ${config.demo.password}`);
  print(
    `  At the kiosk     badge ${DEMO_KIOSK.badge}, number ${DEMO_KIOSK.kioskNumber} (${DEMO_KIOSK.person})`,
  );
  print(
    `  Who approves     badge ${DEMO_APPROVER.badge}, number ${DEMO_APPROVER.kioskNumber} (${DEMO_APPROVER.person})`,
  );
}

/** Once, and never longer than STOP_MS: what is in flight finishes, then `close` runs. */
function stopOnSignals(app: FastifyInstance, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  fail = (error, event) => {
    app.log.fatal({ err: error }, event);
    void stop(1);
  };
}

/** Handles uncaught errors. */
let fail = (error: unknown, event: string): void => {
  console.error(JSON.stringify({ level: 60, time: Date.now(), err: errorForLog(error), msg: event }));
  process.exit(1);
};

/** From the start: Node's own output of an uncaught error may contain bound values. */
function dieLoudly(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => fail(error, event));
}

main().catch((error: unknown) => {
  console.error(textOf(error));
  process.exit(1);
});
