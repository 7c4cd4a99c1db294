import type {
  Api,
  CallName,
  ParsedBody,
  ParsedParams,
  ParsedQuery,
  PreCompanyCallName,
  ReplyOf,
} from '../../shared/api.ts';
import type { Config } from '../config.ts';
import type { Member, Tx } from '../database/transactions.ts';

/** The live channel, which is no feature. */
type LiveName = { [N in CallName]: Api[N]['reply'] extends 'live' ? N : never }[CallName];
/** Calls that stream a file. */
export type StreamName = { [N in CallName]: Api[N]['reply'] extends 'csv' ? N : never }[CallName];
/** Calls that stream a ZIP. */
export type ZipName = { [N in CallName]: Api[N]['reply'] extends 'zip' ? N : never }[CallName];
/** Calls that send a photo. */
export type PhotoName = { [N in CallName]: Api[N]['reply'] extends 'photo' ? N : never }[CallName];
/** Calls that read a file; the import worker answers them. */
export type FileName = { [N in CallName]: Api[N] extends { file: object } ? N : never }[CallName];
export type CompanyCallName = Exclude<
  CallName,
  PreCompanyCallName | StreamName | ZipName | PhotoName | FileName | LiveName
>;

/** The checked input of a call. */
export type Input<N extends CallName> = {
  params: ParsedParams<N>;
  query: ParsedQuery<N>;
  body: ParsedBody<N>;
};

/**
 * A page of a list; the pipeline sends its figures as X-Total-Count (none if null) and X-Next-Cursor. With `more`, `total` is a lower bound and
 * X-Total-More is sent.
 */
export class Page<T> {
  readonly items: T;
  readonly total: number | null;
  readonly next: string | null;
  readonly more: boolean;
  constructor(items: T, total: number | null, next: string | null = null, more = false) {
    this.items = items;
    this.total = total;
    this.next = next;
    this.more = more;
  }
}

/** A whole list: the first batch, and a function that reads on until a batch is empty. Each batch is sent before the next is read. */
export class WholeList<T> {
  readonly total: number;
  readonly first: readonly T[];
  readonly readOn: (tx: Tx, last: T) => Promise<readonly T[]>;
  constructor(total: number, first: readonly T[], readOn: (tx: Tx, last: T) => Promise<readonly T[]>) {
    this.total = total;
    this.first = first;
    this.readOn = readOn;
  }
}

/** A stored photo: re-encoded, so that nothing else of the uploaded file remains. */
export type NewPhoto = { hash: string; mediaType: string; bytes: Buffer };
/** Results of slow work on a body, done before the transaction. */
export type Prepared = { updateKeyBunch: NewPhoto | null };
/** Returns the work, or null when the body needs none. */
export type Preparation<N extends keyof Prepared> = (
  body: ParsedBody<N>,
) => (() => Promise<Prepared[N]>) | null;

/** The rule of one call, in the company's transaction. `ifMatch` is the If-Match ETag or null; `prepared` is its preparation's result. */
export type Feature<N extends CompanyCallName> = (
  call: Input<N> & {
    tx: Tx;
    me: Member;
    /** Reads the caller again after a lock wait, as rights may have been withdrawn meanwhile. */
    again(): Promise<Member>;
    ifMatch: string | null;
    config: Config;
    prepared: N extends keyof Prepared ? Prepared[N] : undefined;
  },
) => Promise<ReplyOf<N> | Page<ReplyOf<N>> | (ReplyOf<N> extends (infer T)[] ? WholeList<T> : never)>;

/** A call that sends a photo. `bytes` is null when the caller `has` that hash; `lasting`: the address contains the hash. */
export type PhotoFeature<N extends PhotoName> = (
  call: Input<N> & { tx: Tx; me: Member; has: (hash: string) => boolean },
) => Promise<{ hash: string; mediaType: string; bytes: Buffer | null; lasting: boolean }>;

/** Reads in a separate transaction, which takes a place of a lane for as long as it lasts. */
export type Read = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;

/** A call that reads a file, opened and checked before its transaction, in the import worker. */
export type FileFeature<N extends FileName, Opened> = (call: {
  query: ParsedQuery<N>;
  tx: Tx;
  me: Member;
  again(): Promise<Member>;
  opened: Opened;
  /** What invitations need of the configuration. */
  letters: { limits: Config['limits']; isMailed: boolean };
}) => Promise<ReplyOf<N>>;

/** A call that streams a file, reading in as many transactions as needed. */
export type StreamFeature<N extends StreamName> = (
  call: Input<N> & { me: Member; read: Read },
) => Promise<{ fileName: string; rows: AsyncIterable<readonly string[]> }>;
