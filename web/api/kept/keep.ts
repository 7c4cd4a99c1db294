import { api, type QueryOf, type ReplyOf } from '../../../shared/api.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import { KEPT_SETS, PAGE_MAX } from '../../../shared/limits.ts';
import { meets } from '../../../shared/permissions.ts';
import type { Topic } from '../../../shared/topic.ts';
import type { Me } from '../../../shared/user.ts';
import { ApiError, call } from '../call.ts';
import { isOffline, onBack } from '../connection.ts';
import { onChanges } from '../live.ts';
import { changesKnownUntil } from '../live-state.ts';
import { checkForgotten } from '../outbox/forgotten.ts';
import { ownKeys } from '../refresh.ts';
import { deviceNow, serverNow } from '../server-clock.ts';
import { keepAudits, writeAudits } from './audits.ts';
import { KEPT_VERSION } from './forget.ts';
import {
  beginKept,
  dropKept,
  type Facts,
  forgetKept,
  isForgotten,
  type Kept,
  type KeptSet,
  keptState,
  readKept,
  touchKept,
  writeKept,
} from './store.ts';

/** Interval at which it is looked whether anything changed, and minimum interval between two requests for changes, in ms. */
const LOOK_MS = 5000;
const REST_MS = 30_000;
/** Interval at which what did not change is noted as still true, in ms. */
const TOUCH_MS = 60_000;
/** Intervals at which everything may be read again, and is, in ms: names inside the sets can change while this device is away. */
const WHOLE_MS = 10 * 60_000;
const OLD_MS = 12 * 60 * 60_000;
/** Changes are asked for from this long before the last time, for those that were being written then, in ms. */
const OVERLAP_MS = 2 * 60_000;
/** Topics that change names inside the sets, or how they are shown: everything is read again. */
const WHOLE: readonly Topic[] = ['locations', 'holders', 'premises', 'settings', 'me'];

type ListQuery = NonNullable<QueryOf<'listKeyBunches'>>;
/** `isWhole`: the list ended. */
async function readSets(query: ListQuery): Promise<{ sets: KeptSet[]; total: number; isWhole: boolean }> {
  const sets: KeptSet[] = [];
  let total = 0;
  let next: string | null = null;
  do {
    const asked: ListQuery = {
      ...query,
      labels: 'true',
      limit: String(PAGE_MAX),
      ...(next && { cursor: next }),
    };
    const page: { data: ReplyOf<'listKeyBunches'>; total: number; next: string | null } = await call(
      'listKeyBunches',
      { query: asked },
    );
    total = page.total;
    sets.push(...page.data.map(trimmed));
    next = page.next;
  } while (next && sets.length < KEPT_SETS);
  return { sets: sets.slice(0, KEPT_SETS), total, isWhole: next === null };
}

/** A set without what is not kept: notes, addresses, and a version that a change could be based on. */
function trimmed({ match: _, meant: __, ...bunch }: ReplyOf<'listKeyBunches'>[number]): KeptSet {
  const premises = bunch.premises.map((one) => ({ ...one, address: null, postcode: null }));
  return { ...bunch, notes: null, premises, updatedAt: KEPT_VERSION };
}

/** Who may have keys, without phone numbers, addresses and notes; none for a user who may not see people. */
async function readPeople(me: Me): Promise<ListedHolder[]> {
  const people: ListedHolder[] = [];
  if (!meets(api.listHolders.needs, me)) return people;
  let next: string | null = null;
  do {
    const query: NonNullable<QueryOf<'listHolders'>> = {
      limit: String(PAGE_MAX),
      ...(next && { cursor: next }),
    };
    const page: { data: ReplyOf<'listHolders'>; next: string | null } = await call('listHolders', { query });
    people.push(
      ...page.data.map((one) => ({ ...one, phone: null, email: null, notes: null, updatedAt: KEPT_VERSION })),
    );
    next = page.next;
  } while (next && people.length < KEPT_SETS);
  return people;
}

const rightsOf = ({ id, companyId, role, permissions, allowedLocationIds }: Me) =>
  JSON.stringify([id, companyId, role, permissions, allowedLocationIds]);

const sinceOf = (began: number) => new Date(began - OVERLAP_MS).toISOString();

/** Reads everything; under the key of what is kept, if that is the same user's with the same rights. */
async function readAll(me: Me, id: string): Promise<boolean> {
  const began = serverNow();
  const [company, settings, locations, people, { sets, total }] = await Promise.all([
    call('getCompany'),
    call('getSettings'),
    call('listLocations'),
    readPeople(me),
    readSets({ sort: 'identifier' }),
  ]);
  const facts: Facts = {
    me,
    company: company.data,
    settings: settings.data,
    locations: locations.data,
    since: sinceOf(began),
    wholeAt: deviceNow(),
    left: Math.max(0, total - sets.length),
  };
  const byId = new Map(sets.map((bunch) => [bunch.id, bunch]));
  return writeKept({ id, asOf: deviceNow(), facts, sets: byId, people });
}

/** Adds the changes since; false when everything is to be read again besides, because sets went away or don't fit. */
async function readChanges(kept: Kept, me: Me): Promise<boolean> {
  const began = serverNow();
  const { sets, isWhole } = await readSets({ changedSince: kept.facts.since });
  const { total } = await call('listKeyBunches', { query: { limit: '1' } });
  const all = new Map(kept.sets);
  for (const bunch of sets) all.set(bunch.id, bunch);
  if (!isWhole || all.size > KEPT_SETS) return false;
  const facts = { ...kept.facts, me, since: sinceOf(began) };
  await writeKept({ ...kept, asOf: deviceNow(), facts, sets: all }, new Set(sets.map(({ id }) => id)));
  return total === all.size + facts.left;
}

/** Whether everything is to be read again, as sets went away or names inside them changed; and when it was read, by the device's clock. */
let needsWhole = false;
let wholeAt = 0;

/** Whether the user asked for everything. */
let isAsked = false;
/** Whether it is to be asked if the user had this device forgotten. */
let asksDevice = true;

/** Brings what is kept up to date for the user and the rights that the server reports now; false when it was forgotten meanwhile. */
async function update(): Promise<boolean> {
  const { data: me } = await call('getMe');
  if (!me.companyId || me.factorDue || !meets('key:view', me)) {
    await forgetKept();
    return true;
  }
  if (asksDevice && (await checkForgotten(me.id))) return true;
  asksDevice = false;
  if (await isForgotten(me.id)) return true;
  const before = await readKept();
  const isSame = before !== null && rightsOf(before.facts.me) === rightsOf(me);
  if (isSame) {
    wholeAt = before.facts.wholeAt;
    const age = deviceNow() - wholeAt;
    if (!isAsked && age < OLD_MS && !(await readChanges(before, me))) needsWhole = true;
    if (!isAsked && age < (needsWhole ? WHOLE_MS : OLD_MS)) return true;
  }
  needsWhole = false;
  isAsked = false;
  try {
    const isKept = await readAll(me, isSame ? before.id : await beginKept(me.id));
    wholeAt = deviceNow();
    return isKept;
  } catch (error) {
    needsWhole = true;
    throw error;
  }
}

/** What one tab brought up to date, for the others: when it began and when all was read, in ms by the device's clock, and the state for their screens. */
type Updated = {
  began: number;
  wholeAt: number;
  needsWhole: boolean;
  state: ReturnType<typeof keptState.get>;
};
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('keyhold.kept') : null;

/** One page of a browser keeps; false when it is to be tried again. A device without room keeps nothing, and says so. */
async function updateAlone(): Promise<boolean> {
  const began = deviceNow();
  try {
    const isDone = await navigator.locks.request(
      'keyhold.kept',
      { ifAvailable: true },
      async (lock) => lock !== null && (await update()),
    );
    if (isDone) tabs?.postMessage({ began, wholeAt, needsWhole, state: keptState.get() } satisfies Updated);
    return isDone;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') while (await dropKept());
    else if (error instanceof ApiError && error.status === 401) await forgetKept();
    else return false;
    return true;
  }
}

/** Reads everything again, because the user asked; false when that did not succeed. */
export function keepAnew(): Promise<boolean> {
  isAsked = true;
  return updateAlone();
}

/** Keeps the register on this device while a user is signed in; returns the function that stops. */
export function keepRegister(): () => void {
  if (!('locks' in navigator) || !crypto.subtle) return () => undefined;
  let isDirty = true;
  let dirtyAt = deviceNow();
  /** When another tab began the last update that it completed. */
  let updatedAt = 0;
  let seen = 0;
  let triedAt = 0;
  let touchedAt = deviceNow();
  let isUpdating = false;
  const markDirty = () => {
    isDirty = true;
    dirtyAt = deviceNow();
  };
  const look = async () => {
    if (isUpdating || document.hidden || isOffline()) return;
    void writeAudits();
    const now = deviceNow();
    if (ownKeys.size !== seen) markDirty();
    seen = ownKeys.size;
    isDirty ||= needsWhole && now - wholeAt >= WHOLE_MS;
    if (isDirty && now - triedAt >= REST_MS) {
      isDirty = false;
      isUpdating = true;
      triedAt = now;
      const isDone = await updateAlone();
      isUpdating = false;
      isDirty ||= !isDone && dirtyAt >= updatedAt;
      void writeAudits();
      // Asked for meanwhile.
      if (triedAt === 0) void look();
    } else if (!isDirty && now - touchedAt >= TOUCH_MS && now - changesKnownUntil() < REST_MS) {
      touchedAt = now;
      await touchKept();
    }
  };
  const begin = () => {
    asksDevice = true;
    markDirty();
    triedAt = 0;
    void look();
  };
  const stopChanges = onChanges((changes) => {
    // After an absence names may be old for up to OLD_MS (docs/decisions/0076): the whole register is too much at every return.
    asksDevice ||= !changes;
    if (!changes || changes.some(({ topic }) => topic === 'keyBunches')) markDirty();
    if (!changes?.some(({ topic }) => WHOLE.includes(topic))) return;
    needsWhole = true;
    markDirty();
    // Rights that were withdrawn end what they let this device keep.
    if (changes.some(({ topic }) => topic === 'me')) begin();
  });
  const stopBack = onBack(begin);
  // What was heard before another tab began is in what that tab read.
  const heed = ({ data }: MessageEvent<Updated>) => {
    keptState.set(data.state);
    wholeAt = data.wholeAt;
    updatedAt = data.began;
    if (dirtyAt >= data.began) return;
    isDirty = false;
    needsWhole = data.needsWhole;
  };
  tabs?.addEventListener('message', heed);
  const stopAudits = keepAudits();
  const timer = setInterval(() => void look(), LOOK_MS);
  begin();
  return () => {
    stopChanges();
    stopBack();
    tabs?.removeEventListener('message', heed);
    stopAudits();
    clearInterval(timer);
  };
}
