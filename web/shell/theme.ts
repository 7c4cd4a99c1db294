import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
const system = () => matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  const theme = stored();
  document.documentElement.classList.toggle(
    'dark',
    theme === 'dark' || (theme === 'system' && system().matches),
  );
  for (const listener of listeners) listener();
}

/** Stores the theme on this device and applies it. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {}
  apply();
}

/** Follows the system's theme while none is stored. */
export const followSystemTheme = (): void => system().addEventListener('change', apply);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored);
