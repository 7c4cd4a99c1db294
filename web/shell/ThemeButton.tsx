import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { setTheme, THEMES, useTheme } from './theme.ts';

export const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };
export const THEME_LABELS = { light: 'Light', dark: 'Dark', system: 'System' };

/** Light, dark, or as the system is. */
export function ThemeButton() {
  const theme = useTheme();
  return (
    <Menu
      trigger={<IconButton icon={THEME_ICONS[theme]} label="Theme" />}
      className="min-w-40"
      entries={THEMES.map((choice) => ({
        label: THEME_LABELS[choice],
        icon: THEME_ICONS[choice],
        checked: choice === theme,
        onSelect: () => setTheme(choice),
      }))}
    />
  );
}
