import { openDB } from 'idb';
import { sealEntry, unsealWith } from '../api/outbox/sealed.ts';
import { keyOf } from '../api/outbox/store.ts';
import type { Draft } from './lines.ts';

/**
 * Typed lines that wait on this device, one sheet for each user and location, sealed with the key of the user's entries: after a sign-out they
 * open when the same person signs in again (decision 0082).
 */

const NAME = 'keyhold.paper';
type Stored = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
const openDrafts = () =>
  openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore('drafts') });
const nameOf = (owner: number, location: string) => `${owner}.${location}`;

/** Writes the draft, or removes it (null). False when this browser can't keep it. */
export async function keepDraft(owner: number, location: string, draft: Draft | null): Promise<boolean> {
  try {
    const key = draft && (await keyOf(owner));
    if (draft && !key) return false;
    const sealed = draft && key && (await sealEntry(key, draft));
    const database = await openDrafts();
    if (sealed) await database.put('drafts', sealed, nameOf(owner, location));
    else await database.delete('drafts', nameOf(owner, location));
    database.close();
    return true;
  } catch {
    return false;
  }
}

/** The draft of a user at a location; null for none, or for one that no key of theirs opens. */
export async function readDraft(owner: number, location: string): Promise<Draft | null> {
  try {
    const database = await openDrafts();
    const stored: Stored | undefined = await database.get('drafts', nameOf(owner, location));
    database.close();
    const key = stored && (await keyOf(owner));
    return stored && key ? await unsealWith<Draft>(key, stored) : null;
  } catch {
    return null;
  }
}

/** The locations with lines of a user on this device. */
export async function keptLocations(owner: number): Promise<number[]> {
  try {
    const database = await openDrafts();
    const names = await database.getAllKeys('drafts');
    database.close();
    return names
      .map((name) => String(name).split('.'))
      .flatMap(([of, id]) => (of === String(owner) ? Number(id) : []));
  } catch {
    return [];
  }
}
