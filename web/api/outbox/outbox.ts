import type { Me } from '../../../shared/user.ts';
import { fullName } from '../../../shared/user-name.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { sharedValue } from '../../ui/shared-value.ts';
import { dropKept, type OutboxKey } from '../kept/store.ts';
import {
  type AuditEntry,
  type CustodyEntry,
  isCustody,
  type Own,
  othersEntries,
  ownEntries,
  waiting,
} from './own-entries.ts';
import { SENDING } from './sealed.ts';
import {
  forgetKey,
  keyAtHand,
  keyOf,
  markTakenBack,
  read,
  readOthers,
  remove,
  removeAll,
  write,
} from './store.ts';

type User = { id: number; name: string };
let owner: User | null = null;
let reading: Promise<void> | null = null;
/** Counts what this page changed in the storage. */
let changes = 0;
const listeners = new Set<() => void>();

/** Whose entries: the user, with the name that the next person on this device sees. */
export const userOf = (me: Me): User => ({ id: me.id, name: fullName(me) });

/** Reads a user's entries of this device once per page; those of other users are only counted. */
export function openOutbox(user: User): Promise<void> {
  if (owner?.id !== user.id || !reading) {
    owner = user;
    reading = reload();
  }
  return reading;
}

/** Reads the entries again, after another tab changed them. */
export async function reload(): Promise<void> {
  if (!owner) return;
  try {
    const { id } = owner;
    othersEntries.set(await readOthers(id));
    let found: Own[];
    let before: number;
    // What is written meanwhile may not be among them.
    do {
      before = changes;
      found = await read(id);
    } while (before !== changes);
    if (owner?.id !== id) return;
    const left = found.filter((one) => !answered.has(one.key));
    ownEntries.set([
      ...left,
      ...unwritten.filter((one) => !left.some(({ key: other }) => other === one.key)),
    ]);
  } catch {
    // Without storage the entries last as long as the page.
  }
}

/** Said to the other tabs when the device was forgotten. */
const FORGOTTEN = 'forgotten';
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(SENDING) : null;
if (tabs)
  tabs.onmessage = ({ data }) => {
    if (data === FORGOTTEN) forgetKey();
    void reload().then(notify);
  };
/** Has the other tabs read the stored entries again. */
const noteChanged = (): void => {
  changes += 1;
  tabs?.postMessage('changed');
};

/** Calls `listener` after entries were added, in any tab; returns the unsubscribe function. */
export function onEntries(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const notify = () => {
  for (const listener of listeners) listener();
};

/** Keeps custody of the signed-in user, in this order, once it is written. False without a key to seal it with. */
export async function addEntries(entries: readonly CustodyEntry[]): Promise<boolean> {
  const user = owner;
  const key = user && (await keyOf(user.id));
  if (!user || !key) return false;
  const added: Own[] = [];
  for (const entry of entries) added.push(ownOf(entry, await writeOrDrop(key, user.name, entry)));
  changes += 1;
  const others = ownEntries.get().filter(({ key: one }) => !added.some((own) => own.key === one));
  ownEntries.set([...others, ...added]);
  noteChanged();
  notify();
  return true;
}

const ownOf = (entry: CustodyEntry | AuditEntry, place: Pick<Own, 'order' | 'n'>): Own => ({
  ...entry,
  ...place,
  takenBackAt: null,
});

/** Whether this device refused to store a count: it is lost if the page is closed before it is sent. */
export const isUnkept = sharedValue(false);

/** Counts of an audit that show before they are written. */
let unwritten: readonly Own[] = [];
let writing: Promise<void> | null = null;

/** Keeps counts of an audit: they show at once. Resolves to whether they are written. */
export async function addCounts(entries: readonly AuditEntry[]): Promise<boolean> {
  const own = entries.map((entry) => ownOf(entry, { order: 0, n: null }));
  unwritten = [...unwritten, ...own];
  ownEntries.set([...ownEntries.get(), ...own]);
  const written = writeCounts();
  notify();
  await written;
  return !unwritten.some((one) => own.includes(one));
}

/** Writes the counts that are not written, in their order; resolves once none is being written. */
export function writeCounts(): Promise<void> {
  writing ??= writeAll();
  return writing;
}

async function writeAll(): Promise<void> {
  try {
    // So that `writing` is set before it can end.
    await Promise.resolve();
    const user = owner;
    for (let [entry] = unwritten; entry && user && owner === user; [entry] = unwritten) {
      const key = await keyAtHand(user.id);
      const { order: _, n: __, takenBackAt: ___, ...count } = entry as Own<AuditEntry>;
      const { order } = await writeOrDrop(key, user.name, count as AuditEntry);
      changes += 1;
      unwritten = unwritten.filter((one) => one.key !== count.key);
      if (answered.has(count.key)) await remove([order]);
      else ownEntries.set(ownEntries.get().map((one) => (one.key === count.key ? { ...one, order } : one)));
    }
    isUnkept.set(false);
    noteChanged();
  } catch {
    // They are sent all the same, but lost when the page closes.
    isUnkept.set(true);
  } finally {
    writing = null;
  }
}

/** Keys of entries that the server answered, or that are taken away, for what is still being written. */
const answered = new Set<string>();

/** Removes entries that the server answered. */
export async function removeEntries(entries: readonly Own[]): Promise<void> {
  for (const { key } of entries) answered.add(key);
  unwritten = unwritten.filter(({ key }) => !answered.has(key));
  if (unwritten.length === 0) isUnkept.set(false);
  const all = ownEntries.get();
  ownEntries.set(all.filter(({ key }) => !answered.has(key)));
  const written = all.flatMap(({ key, order }) => (answered.has(key) && order) || []);
  // One that stays is sent again, and answered as before.
  if (written.length > 0) await remove(written).catch(() => undefined);
  noteChanged();
}

/** Writes an entry; on a full device what it keeps of the register makes room. */
async function writeOrDrop(key: OutboxKey, name: string, entry: CustodyEntry | AuditEntry) {
  for (;;) {
    try {
      return await write(key, name, entry);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      const dropped = isFull && (await dropKept());
      if (!dropped) throw error;
      toast({
        title: 'This device is full',
        description: `Keyhold forgot ${dropped} that it kept here, so that your entries fit.`,
        variant: 'destructive',
      });
    }
  }
}

/** Takes back an entry that is not sent; it stays listed for 7 days. False if it was sent, or is being sent. */
export const takeBack = (entryKey: string): Promise<boolean> =>
  navigator.locks.request(SENDING, { ifAvailable: true }, async (lock) => {
    const entry = ownEntries.get().find(({ key }) => key === entryKey);
    if (!lock || !entry || entry.takenBackAt) return false;
    const isDone = await markTakenBack(entry.order);
    await reload();
    noteChanged();
    return isDone;
  });

/** The user had this device forgotten: their entries go, and the key. */
export async function forgetEntries(): Promise<void> {
  if (owner) await removeAll(owner.id);
  forgetKey();
  unwritten = [];
  ownEntries.set([]);
  changes += 1;
  tabs?.postMessage(FORGOTTEN);
}

/** Own custody that the register does not have yet, oldest first. */
export const ownCustody = (): Own<CustodyEntry>[] => waiting(ownEntries.get()).filter(isCustody);
