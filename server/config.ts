import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, for the sources and for dist/. */
export const ROOT = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

/** The OpenID Connect provider, and where it sends the browser back to. */
export type SingleSignOn = { issuer: URL; clientId: string; clientSecret: string; callback: URL };

/** Folder of scheduled backups, minutes between them, and how many are kept. */
export type Backups = { folder: string; everyMinutes: number; keep: number };

/** The configuration of a server (environment.ts). */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** The folder of the signed chain heads, and the file of the private key that signs them. */
  anchors: { dir: string; keyFile: string };
  databaseUrl: string | null;
  /** A login that may become keyhold_owner, for migrations at the start; null: the login of `databaseUrl` does that too, if it may. */
  ownerUrl: string | null;
  /** Statements are named and planned once a connection; off for a transaction pooler that loses the names. */
  preparedStatements: boolean;
  /** The address that the live channel listens on; null: DATABASE_URL. */
  listenUrl: string | null;
  demo: { on: boolean; password: string };
  /** Encrypts secrets in the database. Null with a database that other servers may share: then authenticator apps cannot be set up. */
  secretsKey: Buffer | null;
  publicUrl: URL | null;
  /** Base of links in letters and invitations: PUBLIC_URL, else the server's own address. */
  linkBase: URL;
  /** null: no mail is sent, and an invitation link is shown once to the inviting user. `url` contains the mail server's password. */
  mail: { url: string; from: string } | null;
  /** Runs from the sources with reload; without mail, links are logged. */
  development: boolean;
  /** Cookies are Secure and `__Host-` exactly when people reach Keyhold by https. */
  secure: boolean;
  /** null: not set up. */
  singleSignOn: SingleSignOn | null;
  trustProxy: number;
  logLevel: string;
  limits: {
    loginFailures: number;
    setupsPerHour: number;
    invitationsPerHour: number;
    writesPerMinute: number;
    exportsPerMinute: number;
    tokenCallsPerMinute: number;
  };
  /** Webhook addresses allowed besides public https ones; `resolve` replaces the system's resolver. */
  webhooks: { privateAddresses: boolean; http: boolean; resolve?: Resolve };
  /** null: none are scheduled. */
  backups: Backups | null;
  /** Milliseconds for a request to arrive, and for a connection to stall during one. */
  patience: { requestMs: number; stalledMs: number };
  /** Token for /metrics; null: the address is 404. */
  metricsToken: string | null;
  warnings: string[];
};
