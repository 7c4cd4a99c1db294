import type { CallName } from '../../shared/api.ts';
import { eachFact, type Fact } from '../../shared/issue-facts.ts';
import type { Role } from '../../shared/permissions.ts';
import type { Site } from './site.ts';
import type { Input, Person } from './world.ts';

export type RecordKind =
  | 'holder'
  | 'premises'
  | 'location'
  | 'bunch'
  | 'user'
  | 'movement'
  | 'audit'
  | 'setting'
  | 'token'
  | 'webhook'
  | 'delivery'
  | 'import'
  | 'notice'
  | 'passkey'
  | 'session'
  | 'question'
  | 'reservation'
  | 'round'
  | 'roomHandover'
  | 'kiosk'
  | 'approval'
  | 'device';

/** The callers that a call allows: anyone, a kiosk (the input has its cookie), any session, any company member, or these roles by their defaults. */
export type Access = 'anyone' | 'kiosk' | 'session' | 'member' | readonly Role[];

export type Sample<N extends CallName> = {
  /** specification.md, table a, repeated independently of the contract, so that a slip there fails. */
  access: Access;
  /** Valid input with EVERY declared field, on records made for this use. `me` is the person who will send it. */
  input(site: Site, me: Person): Promise<Input<N>> | Input<N>;
  /** The status of the answer when that is a refusal: in a world without mail, or in a company that is not empty. */
  refused?: number;
  /** The kind of record that the id in the path names. */
  id?: RecordKind;
  /** The fields of the body or the query that name a record. */
  names?: Record<string, RecordKind>;
};

/** One sample of every call of a part of the contract. A call of that part without one does not compile. */
export type SamplesOf<Calls> = { [N in keyof Calls & CallName]: Sample<N> };

/** A value of each fact of an issue. */
export const issueFacts = eachFact((name, fact: Fact) =>
  fact.kind === 'choice'
    ? (Object.keys(fact.choices)[0] ?? '')
    : { text: `Some ${name}`, money: '25.50', date: '2120-12-24' }[fact.kind],
);

/** The roles that may make a call by their defaults. */
export const everyone = ['super_admin', 'admin', 'officer', 'viewer'] as const;
export const managers = ['super_admin', 'admin'] as const;
export const staff = ['super_admin', 'admin', 'officer'] as const;
export const owner = ['super_admin'] as const;

/** A page in order of ids. */
export const idPage = { limit: 5, cursor: Buffer.from(JSON.stringify([9])).toString('base64url') };
