import { openDB } from 'idb';
import type { Company } from '../../../shared/company.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { KEPT_DAYS } from '../../../shared/limits.ts';
import type { ListLocation } from '../../../shared/location.ts';
import type { Settings } from '../../../shared/setting.ts';
import type { Me } from '../../../shared/user.ts';
import { sharedValue } from '../../ui/shared-value.ts';
import { deviceNow, noteServerTime, serverNow } from '../server-clock.ts';
import { ABOUT, forgetRegister, KEPT } from './forget.ts';

/**
 * Replies that say whose register it is and how it is shown; the moment that the next changes are asked from, ISO 8601; and when everything
 * was read, in ms by the device's clock.
 */
export type Facts = {
  me: Me;
  company: Company;
  settings: Settings;
  locations: readonly ListLocation[];
  since: string;
  wholeAt: number;
  /** Sets beyond KEPT_SETS. */
  left: number;
};
/** A set with the code of its label, if it has one. */
export type KeptSet = KeyBunch & { label?: string | undefined };
/** What a device keeps. `asOf`: when it was last known to be true, in ms by the device's clock. */
export type Kept = {
  id: string;
  asOf: number;
  facts: Facts;
  sets: Map<number, KeptSet>;
  /** Who may have keys, without phone numbers, addresses and notes. */
  people: readonly ListedHolder[];
};

/** For the screens: when what is kept was last true (0: nothing is kept), how many sets and people, how many more sets there are, or no room. */
type State = { asOf: number; days: number; sets: number; people: number; left: number; isFull: boolean };
export const keptState = sharedValue<State | null>(null);
const ahead = (): number => serverNow() - deviceNow();
const daysOf = ({ me }: Facts) => me.offlineDays ?? KEPT_DAYS;
const showState = ({ asOf, sets, people, facts }: Kept) =>
  keptState.set({
    asOf,
    days: daysOf(facts),
    sets: sets.size,
    people: people.length,
    left: facts.left,
    isFull: false,
  });
/** Asks the browser not to clear what is kept when the device runs short of room. It may refuse. */
export const keepStorage = (): void => void navigator.storage?.persist?.().catch(() => undefined);

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
/**
 * `owner`: the user's id. The key can be used, not read. `days`: the company's number of days without an answer. `ahead`: the server's clock minus
 * the device's, in ms. `isForgotten`: the owner had this device forgotten, so that it keeps nothing until they sign in anew.
 */
export type About = {
  id: string;
  owner: number;
  key: CryptoKey;
  asOf: number;
  days?: number;
  ahead?: number;
  isForgotten?: boolean;
};

const FACTS = 'facts';
/** Begins the name of the record of an open audit (./audits.ts). */
export const AUDIT = 'audit.';
const PEOPLE = 'people';
/** The key that seals the owner's entries (../outbox/store.ts). It goes with the register. */
const OUTBOX_KEY = 'outbox';
export type OutboxKey = { owner: number; device: string; key: CryptoKey };
/** Sets of one sealed record: by the upper bits of their ids, so that a change seals one record anew. */
const blockOf = (id: number) => `sets.${Math.floor(id / 256)}`;
const DAY_MS = 24 * 60 * 60_000;
/** Tolerance for a clock that is set back, in ms. */
const BACK_MS = 10 * 60_000;

export const open = () => openDB(KEPT, 1, { upgrade: (database) => void database.createObjectStore(KEPT) });

const bound = ({ id }: About, name: string) => new TextEncoder().encode(`${id}.${name}`);

/** Seals a record under the key of what is kept. */
export async function seal(about: About, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: 'AES-GCM', iv, additionalData: bound(about, name) };
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt(algorithm, about.key, text) };
}

export async function unseal<T>(about: About, name: string, { iv, data }: Sealed): Promise<T> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: bound(about, name) };
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, about.key, data)));
}

/** Whether its time is over, or the clock was set back to make it last. */
export const isOver = ({ asOf, days = KEPT_DAYS }: Pick<About, 'asOf' | 'days'>): boolean =>
  deviceNow() > asOf + days * DAY_MS || deviceNow() < asOf - BACK_MS;

let aheadThen = 0;
/** Corrects a wrong device clock as at the last answer, on a page that has none. */
export const correctClock = (): void =>
  noteServerTime(new Date(deviceNow() + aheadThen).toUTCString(), deviceNow());

/** Reads all that is kept; null for nothing. What is over or damaged is forgotten. */
export async function readKept(): Promise<Kept | null> {
  const database = await open();
  try {
    const reading = database.transaction(KEPT);
    const [names, records] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
    const found = new Map(names.map((name, at) => [String(name), records[at]]));
    const about: About | undefined = found.get(ABOUT);
    // Without a moment its first reading is not written yet.
    if (!about?.asOf) return null;
    if (isOver(about)) throw new Error('Its time is over');
    const facts = await unseal<Facts>(about, FACTS, found.get(FACTS));
    const blocks = [...found].filter(([name]) => name.startsWith('sets.'));
    const lists = await Promise.all(blocks.map(([name, one]) => unseal<KeptSet[]>(about, name, one)));
    const sets = new Map(lists.flat().map((bunch) => [bunch.id, bunch]));
    const sealed = found.get(PEOPLE);
    const people = sealed ? await unseal<ListedHolder[]>(about, PEOPLE, sealed) : [];
    const kept = { id: about.id, asOf: about.asOf, facts, sets, people };
    showState(kept);
    aheadThen = about.ahead ?? 0;
    return kept;
  } catch (error) {
    // A page that is being closed can't read either, and forgets nothing.
    if (!(error instanceof DOMException) || error.name === 'OperationError') await forgetKept();
    return null;
  } finally {
    database.close();
  }
}

export async function forgetKept(): Promise<void> {
  await forgetRegister();
  keptState.set(null);
}

/** What is kept is still true, as nothing changed. */
export async function touchKept(): Promise<void> {
  const database = await open();
  const writing = database.transaction(KEPT, 'readwrite');
  const about: About | undefined = await writing.store.get(ABOUT);
  if (about?.asOf) {
    void writing.store.put({ ...about, asOf: deviceNow(), ahead: ahead() }, ABOUT);
    const shown = keptState.get();
    if (shown) keptState.set({ ...shown, asOf: deviceNow() });
  }
  await writing.done;
  database.close();
}

/** Forgets what is kept and makes a new key for a user; its id. For a device that they had forgotten a mark is all that is kept. */
export async function beginKept(owner: number, isForgotten = false): Promise<string> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const about: About = { id: crypto.randomUUID(), owner, key, asOf: 0, isForgotten };
  const database = await open();
  const writing = database.transaction(KEPT, 'readwrite');
  const outbox: OutboxKey | undefined = await writing.store.get(OUTBOX_KEY);
  void writing.store.clear();
  void writing.store.put(about, ABOUT);
  if (outbox?.owner === owner && !isForgotten) void writing.store.put(outbox, OUTBOX_KEY);
  await writing.done;
  database.close();
  return about.id;
}

/** Whether a user had this device forgotten since they signed in. */
export async function isForgotten(owner: number): Promise<boolean> {
  const database = await open();
  const about: About | undefined = await database.get(KEPT, ABOUT);
  database.close();
  return about?.owner === owner && about.isForgotten === true;
}

/** The key that seals a user's entries, while they are signed in on this device. */
export async function readOutboxKey(owner: number): Promise<OutboxKey | null> {
  const database = await open();
  const found: OutboxKey | undefined = await database.get(KEPT, OUTBOX_KEY);
  database.close();
  return found?.owner === owner ? found : null;
}

export async function writeOutboxKey(key: OutboxKey): Promise<void> {
  const database = await open();
  await database.put(KEPT, key, OUTBOX_KEY);
  database.close();
}

/** Makes room for entries: people first, then key sets. What was dropped, in words; null when nothing is left to drop. */
export async function dropKept(): Promise<string | null> {
  const database = await open();
  const writing = database.transaction(KEPT, 'readwrite');
  const names = (await writing.store.getAllKeys()).map(String);
  const hasPeople = names.includes(PEOPLE);
  const dropped = hasPeople ? [PEOPLE] : names.filter((name) => /^(sets|audit)\.|^facts$/.test(name));
  for (const name of dropped) void writing.store.delete(name);
  if (!hasPeople) void writing.store.delete(ABOUT);
  await writing.done;
  database.close();
  if (!hasPeople) keptState.set({ asOf: 0, days: 0, sets: 0, people: 0, left: 0, isFull: true });
  if (dropped.length === 0) return null;
  return hasPeople ? 'the people' : 'the key sets';
}

/**
 * Writes the facts, and the sets of the records that `changed` names; of all without it. Nothing is written when the key was forgotten
 * meanwhile: then false.
 */
export async function writeKept(kept: Kept, changed?: ReadonlySet<number>): Promise<boolean> {
  const database = await open();
  try {
    const about: About | undefined = await database.get(KEPT, ABOUT);
    if (about?.id !== kept.id) return false;
    const names = new Set([...(changed ?? kept.sets.keys())].map(blockOf));
    const sets = Map.groupBy(kept.sets.values(), ({ id }) => blockOf(id));
    const sealed = await Promise.all([
      seal(about, FACTS, kept.facts).then((one) => [FACTS, one] as const),
      ...(changed ? [] : [seal(about, PEOPLE, kept.people).then((one) => [PEOPLE, one] as const)]),
      ...[...names].map(async (name) => [name, await seal(about, name, sets.get(name) ?? [])] as const),
    ]);
    const writing = database.transaction(KEPT, 'readwrite');
    if ((await writing.store.get(ABOUT))?.id !== kept.id) return false;
    if (!changed)
      for (const name of await writing.store.getAllKeys())
        if (name !== ABOUT && name !== OUTBOX_KEY && !String(name).startsWith(AUDIT))
          void writing.store.delete(name);
    for (const [name, one] of sealed) void writing.store.put(one, name);
    void writing.store.put({ ...about, asOf: kept.asOf, days: daysOf(kept.facts), ahead: ahead() }, ABOUT);
    await writing.done;
    showState(kept);
    return true;
  } finally {
    database.close();
  }
}
