import { store, stored } from '../api/storage.ts';
import { sharedValue } from '../ui/shared-value.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const value = stored(KEY);
const theme = sharedValue<Theme>(value === 'light' || value === 'dark' ? value : 'system');
const system = () => matchMedia('(prefers-color-scheme: dark)');

function apply(): void {
  const is = theme.get();
  document.documentElement.classList.toggle('dark', is === 'dark' || (is === 'system' && system().matches));
}

/** Stores the theme on this device and applies it. */
export function setTheme(next: Theme): void {
  store(KEY, next);
  theme.set(next);
  apply();
}

/** Follows the system's theme while none is stored. */
export const followSystemTheme = (): void => system().addEventListener('change', apply);

export const useTheme = (): Theme => theme.use();
