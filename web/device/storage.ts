/** What this browser remembers of a place (a key of the local storage); null for nothing, and without storage. */
export function stored(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Remembers a text at a place; null forgets it. Without storage, or when it is full, nothing is remembered. */
export function store(place: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(place);
    else localStorage.setItem(place, text);
  } catch {
    // The caller's own state lasts as long as the page.
  }
}
