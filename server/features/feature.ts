import type {
  Api,
  CallName,
  ParsedBody,
  ParsedParams,
  ParsedQuery,
  PreCompanyCallName,
  ReplyOf,
} from '../../shared/api.ts';
import type { Anchors } from '../anchor/anchors.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import type { Member, Transactions, Tx } from '../database/transactions.ts';
import type { ZipEntry } from '../http/zip.ts';
import type { Attempts } from '../identity/attempts.ts';
import type { HalfSignInCookie } from '../identity/half-sign-in.ts';
import type { KnownBrowser } from '../identity/known-browser.ts';
import type { Site } from '../identity/passkey.ts';
import type { SignedIn } from '../identity/session-cookie.ts';
import type { NewPhoto } from './photo/encode.ts';

/** The live channel, which no feature answers. */
type LiveName = { [N in CallName]: Api[N]['reply'] extends 'live' ? N : never }[CallName];
/** The calls that stream a file. */
export type StreamName = { [N in CallName]: Api[N]['reply'] extends 'csv' ? N : never }[CallName];
/** The calls that stream several files as one. */
export type ZipName = { [N in CallName]: Api[N]['reply'] extends 'zip' ? N : never }[CallName];
/** The calls that answer a picture. */
export type PhotoName = { [N in CallName]: Api[N]['reply'] extends 'photo' ? N : never }[CallName];
export type CompanyCallName = Exclude<
  CallName,
  PreCompanyCallName | StreamName | ZipName | PhotoName | LiveName
>;

type Input<N extends CallName> = {
  params: ParsedParams<N>;
  query: ParsedQuery<N>;
  body: ParsedBody<N>;
};

/**
 * A list of which more exists: the pipeline sends the figures as X-Total-Count and X-Next-Cursor. With `more`, `total` is only how far was
 * counted and X-Total-More is sent.
 */
export class Page<T> {
  readonly items: T;
  readonly total: number;
  readonly next: string | null;
  readonly more: boolean;
  constructor(items: T, total: number, next: string | null = null, more = false) {
    this.items = items;
    this.total = total;
    this.next = next;
    this.more = more;
  }
}

/**
 * Everything of a list, however long: what comes first, and how to read on behind the last item, a batch at a time, until one is empty.
 * The pipeline sends each batch before it asks for the next.
 */
export class Whole<T> {
  readonly total: number;
  readonly first: readonly T[];
  readonly readOn: (tx: Tx, last: T) => Promise<readonly T[]>;
  constructor(total: number, first: readonly T[], readOn: (tx: Tx, last: T) => Promise<readonly T[]>) {
    this.total = total;
    this.first = first;
    this.readOn = readOn;
  }
}

/** What is made of a body before its transaction begins: work that takes longer than a transaction may wait. */
export type Prepared = { updateKeyBunch: NewPhoto | null };
/** Answers the work, or null when this body needs none. */
export type Preparation<N extends keyof Prepared> = (
  body: ParsedBody<N>,
) => (() => Promise<Prepared[N]>) | null;

/**
 * The rule of one call, inside the company's transaction. `ifMatch` is the ETag the caller last saw, or null; `prepared` what the
 * call's preparation made.
 */
export type Feature<N extends CompanyCallName> = (
  call: Input<N> & {
    tx: Tx;
    me: Member;
    /** A write's caller once more, behind a lock it waited for: who was there first may have taken a right of theirs. */
    again(): Promise<Member>;
    ifMatch: string | null;
    config: Config;
    anchors: Anchors;
    prepared: N extends keyof Prepared ? Prepared[N] : undefined;
  },
) => Promise<ReplyOf<N> | Page<ReplyOf<N>> | (ReplyOf<N> extends (infer T)[] ? Whole<T> : never)>;

/**
 * A call that answers a picture. `bytes` is null when the caller `has` those of the hash already; `lasting` when the address names
 * these bytes for ever.
 */
export type PhotoFeature<N extends PhotoName> = (
  call: Input<N> & { tx: Tx; me: Member; has: (hash: string) => boolean },
) => Promise<{ hash: string; mediaType: string; bytes: Buffer | null; lasting: boolean }>;

/** A call that streams a file: it reads in transactions of the company, in as many transactions as it needs. */
export type StreamFeature<N extends StreamName> = (
  call: Input<N> & { me: Member; read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T> },
) => Promise<{ fileName: string; rows: AsyncIterable<readonly string[]> }>;

/** A call that streams several files as one, read in the same way; each is asked for once the one before has left. */
export type ZipFeature<N extends ZipName> = (
  call: Input<N> & {
    me: Member;
    read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
    anchors: Anchors;
  },
) => Promise<{ fileName: string; entries: AsyncIterable<ZipEntry> }>;

/** A call before a company is known: it may start and end sessions. `address` is the client's, for counting attempts. */
export type PreCompanyFeature<N extends PreCompanyCallName> = (
  call: Input<N> & {
    transactions: Transactions;
    config: Config;
    attempts: Attempts;
    caller: Caller | null;
    address: string;
    /** The browser, for counting the attempts of users who signed in there before. */
    browser: KnownBrowser;
    /** Whose account this is about, for the security log, when the session does not say. */
    concerns(account: { userId: number; companyId: number | null } | null): void;
    /** `stillGood` runs in the same transaction and refuses when what the session rests on has changed meanwhile. */
    startSession(signedIn: SignedIn, stillGood?: (tx: Tx) => Promise<void>): Promise<void>;
    endSession(): Promise<void>;
    /** The sign-in of this browser that waits for its second factor. */
    half: HalfSignInCookie;
    /** The site that passkeys are made for; null where none can be. */
    site: Site | null;
  },
) => Promise<ReplyOf<N>>;
