const KEY = 'remember';

/** Whether Remember me was ticked at the last sign-in on this device. */
export function wasRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function keepRemembered(remember: boolean): void {
  try {
    if (remember) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {}
}
