import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OutboxAnswer } from '../../shared/outbox.ts';
import type { OutboxAnswerKind, OutboxKind } from '../../shared/outbox-words.ts';
import { INVARIANTS } from '../database/invariants.ts';
import { deviceOf, makeSite, type Site, staffOf } from './site.ts';
import type { Person, World } from './world.ts';

export type Body = Record<string, unknown>;
/** What a phone saw of a set. */
export type Seen = { status: string; holderId: number | null; currentTag: string | null; locationId: number };
export type Entry = {
  n: number;
  key: string;
  kind: OutboxKind;
  keyBunchId: number;
  doneAt: string;
  seen: Seen;
  body: Body;
};

/** An entry as it lies on a device, sealed by the key that the server gave it. */
export function sealedEntry(key: string, bound: string, { n, ...entry }: Entry) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(JSON.stringify(entry)), cipher.final(), cipher.getAuthTag()]);
  return { n, iv: nonce.toString('base64'), data: text.toString('base64') };
}

/** A moment some minutes before now. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export type Rights = Parameters<Site['company']['as']>[1];

/** A site with Hannah's phone, two people who may have keys, and what a phone needs. */
export async function phoneAt(world: World, rights: Rights = {}) {
  const site = await makeSite(world);
  const hannah = await site.company.as('officer', { firstName: 'Hannah', lastName: 'Boyd', ...rights });
  const device = await deviceOf(hannah);
  const personOf = async (firstName: string) =>
    staffOf(site, (await site.company.as('officer', { firstName, lastName: 'Reid' })).id);
  const [owen, callum] = [await personOf('Owen'), await personOf('Callum')];
  let n = 0;
  const read = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body;
  /** What a phone sees of a set now. */
  const see = async (id: number): Promise<Seen> => {
    const { status, holder, currentTag, locationId } = await read(id);
    return { status, holderId: holder?.id ?? null, currentTag, locationId };
  };
  const entryOf = (kind: OutboxKind, id: number, seen: Seen, body: Body, doneAt = ago(0)): Entry => {
    n += 1;
    return { n, key: randomUUID(), kind, keyBunchId: id, doneAt, seen, body };
  };
  const send = (entries: Entry[], person = hannah, about: Body = {}) =>
    person.call('sendOutbox', { body: { device, entries, ...about } });
  /** Sends one entry, which must be received. */
  const put = async (entry: Entry): Promise<OutboxAnswer> => {
    const { status, body } = await send([entry]);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.answers[0] as OutboxAnswer;
  };
  const issue = (id: number, holderId: number) =>
    site.admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
  const giveBack = (id: number, newTag: string, about: Body = {}) =>
    site.admin.call('returnKeyBunch', {
      params: { id },
      body: { officerName: 'Dana Holt', newTag, ...about },
    });
  const lose = (id: number) =>
    site.admin.call('updateKeyBunch', { params: { id }, body: { status: 'missing' } });
  const answer = (id: number, kind: OutboxAnswerKind, about: Body = {}, person: Person = site.admin) =>
    person.call('settleOutbox', { params: { id }, body: { answer: kind, ...about } });
  const history = async (id: number) =>
    (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;
  const set = async (about: Body = {}) => (await site.company.bunch(site.here.id, about)).id;
  return {
    site,
    hannah,
    device,
    owen,
    callum,
    read,
    see,
    entryOf,
    send,
    put,
    issue,
    giveBack,
    lose,
    answer,
    history,
    set,
  };
}

/** What became of an entry, in a word. */
export const outcomeOf = ({ outcome, check, refused, question }: OutboxAnswer) =>
  check ?? refused ?? question?.question ?? outcome;

/** What is wrong with the register: nothing, if its tables agree. The rights of users here are not the log's, as tests give them. */
export async function faultsOf(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const { sql } of Object.values(INVARIANTS))
    for (const { what } of await world.sql<{ what: string }>(sql))
      if (!what.startsWith('user ')) found.push(what);
  return found;
}
