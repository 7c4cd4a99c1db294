import type { OneAuditSession } from '../../../shared/audit.ts';
import { isOffline } from '../connection.ts';
import { knownUser, queries } from '../queries.ts';
import { serverNow } from '../server-clock.ts';
import { ABOUT, KEPT } from './forget.ts';
import { type About, AUDIT, keepStorage, open, type Sealed, seal, unseal } from './store.ts';

/** How long an audit lasts at most, in ms. */
const LASTS_MS = 24 * 60 * 60_000;
/** Changes of an audit are written together, in ms. */
const WRITE_MS = 500;

const recordOf = (id: number) => `${AUDIT}${id}`;
const isOpen = ({ status, startTime }: OneAuditSession) =>
  status === 'in_progress' && serverNow() - Date.parse(startTime) < LASTS_MS;
const takesPart = ({ members }: OneAuditSession) =>
  members.some(({ userId, leftAt }) => userId === knownUser()?.id && leftAt === null);

/** An audit without what is not kept: emails and the audit's notes. */
const trimmed = (session: OneAuditSession): OneAuditSession =>
  JSON.parse(JSON.stringify({ ...session, notes: null }, (name, value) => (name === 'email' ? '' : value)));

/** Writes an open audit beside the register, under its key; removes one that ended or was left. False before the register is kept. */
async function write(session: OneAuditSession): Promise<boolean> {
  const database = await open();
  try {
    const about: About | undefined = await database.get(KEPT, ABOUT);
    if (!about || about.isForgotten) return false;
    const name = recordOf(session.id);
    const isKept = isOpen(session) && takesPart(session);
    const sealed = isKept ? await seal(about, name, trimmed(session)) : null;
    const writing = database.transaction(KEPT, 'readwrite');
    if ((await writing.store.get(ABOUT))?.id !== about.id) return false;
    if (sealed) void writing.store.put(sealed, name);
    else void writing.store.delete(name);
    await writing.done;
    // From the first audit on counts may have to wait here.
    if (sealed) keepStorage();
    return true;
  } finally {
    database.close();
  }
}

/** The open audits that the user takes part in, as this device keeps them. One that can't be read is left out. */
export async function readAudits(): Promise<OneAuditSession[]> {
  const database = await open();
  try {
    const reading = database.transaction(KEPT);
    const about: About | undefined = await reading.store.get(ABOUT);
    const range = IDBKeyRange.bound(AUDIT, `${AUDIT}:`);
    const [names, sealed] = await Promise.all([
      reading.store.getAllKeys(range),
      reading.store.getAll(range) as Promise<Sealed[]>,
    ]);
    if (!about) return [];
    const found = sealed.map((one, index) =>
      unseal<OneAuditSession>(about, String(names[index]), one).catch(() => null),
    );
    return (await Promise.all(found)).filter(
      (session) => session !== null && isOpen(session),
    ) as OneAuditSession[];
  } finally {
    database.close();
  }
}

/** Audits that changed since they were written. */
const changed = new Set<number>();
let writing: Promise<void> | null = null;

/** Writes the audits that changed; those that can't be written yet are tried again at the next call. */
export function writeAudits(): Promise<void> {
  writing ??= writeChanged().finally(() => {
    writing = null;
  });
  return writing;
}
async function writeChanged(): Promise<void> {
  const failed: number[] = [];
  // One that changes while it is written is written again.
  for (const id of changed) {
    changed.delete(id);
    const session = shownAudit(id);
    if (session && !(await write(session).catch(() => false))) failed.push(id);
  }
  for (const id of failed) changed.add(id);
}

/** An audit as this page shows it, which is never older than what it wrote. */
export const shownAudit = (id: number) =>
  queries.getQueryData<OneAuditSession>(['getAudit', { params: { id } }]);

/** Keeps the audits that this page reads, as they change; returns the function that stops. */
export function keepAudits(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (key: readonly unknown[]) => {
    // Without signal they come from what is kept.
    if (key[0] !== 'getAudit' || isOffline()) return;
    changed.add(Number((key[1] as { params: { id: number } }).params.id));
    timer ??= setTimeout(() => {
      timer = undefined;
      void writeAudits();
    }, WRITE_MS);
  };
  for (const query of queries.getQueryCache().findAll({ queryKey: ['getAudit'] })) note(query.queryKey);
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success') note(query.queryKey);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
