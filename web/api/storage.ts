/** The text under a key of the local storage; null for none, and without storage. */
export function stored(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores a text under a key; null removes it. Without storage, or when it is full, nothing is remembered. */
export function store(storageKey: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // The caller's own state lasts as long as the page.
  }
}
