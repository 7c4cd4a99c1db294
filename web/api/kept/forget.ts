/** The database of what a device keeps of the register, its one table of sealed records, and the record with owner and key. */
export const KEPT = 'keyhold';
export const ABOUT = 'about';

/** `updatedAt` of a set from what the device keeps: no version of the server's, so that no change can be based on it. */
export const KEPT_VERSION = '1970-01-01T00:00:00.000Z';
/** Whether a set is from what the device keeps, without notes and addresses. */
export const isKept = ({ updatedAt }: { updatedAt: string }): boolean => updatedAt === KEPT_VERSION;

const PATIENCE_MS = 2000;

/** Forgets what this device keeps of the register with the key that it is sealed by, unless it is the user `owner`'s. */
export const forgetRegister = (owner?: number): Promise<void> =>
  new Promise((resolve) => {
    // A database that does not answer must not keep a user signed in.
    setTimeout(resolve, PATIENCE_MS);
    try {
      const opening = indexedDB.open(KEPT, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(KEPT);
      opening.onerror = () => resolve();
      opening.onsuccess = () => {
        const database = opening.result;
        const clearing = database.transaction(KEPT, 'readwrite');
        const records = clearing.objectStore(KEPT);
        const asking = records.get(ABOUT);
        asking.onsuccess = () => {
          if (owner === undefined || asking.result?.owner !== owner) records.clear();
        };
        clearing.oncomplete = clearing.onabort = () => {
          database.close();
          resolve();
        };
      };
    } catch {
      // Without a database nothing was kept.
      resolve();
    }
  });
