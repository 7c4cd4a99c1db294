/** Desk state stored on this device by company and person: survives a reload, cleared at sign-out. */
const PREFIX = 'keyhold.desk.';

export const deskStorageKey = (companyId: number, userId: number): string =>
  `${PREFIX}${companyId}.${userId}`;

/** Clears the stored desks at sign-out. */
export function clearStoredDesks(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

/** Codes scanned on another screen, in order, until the desk reads them. */
const codes: string[] = [];

export const queueDeskScan = (code: string): void => void codes.push(code);
export const takeDeskScans = (): string[] => codes.splice(0);
