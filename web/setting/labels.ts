import { useMemo } from 'react';
import { tintOf } from '../../shared/color.ts';
import { choicesOf, colorOf, labelOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import type { SettingCategory } from '../../shared/setting-words.ts';
import { useRead } from '../api/read.ts';
import { useSession } from '../session.tsx';
import type { Tint } from '../ui/tint.ts';

/** The company's own words and colours for stored values; the built-in ones until they are known. */
export function useLabels() {
  const { state } = useSession();
  const { data: settings = NO_SETTINGS } = useRead('getSettings', {}, { enabled: state === 'in' });
  return useMemo(
    () => ({
      label: (category: SettingCategory, value: string) => labelOf(settings, category, value),
      choices: (category: SettingCategory, present?: readonly string[]) =>
        choicesOf(settings, category, present),
      /** The tint of a configured colour; `otherwise` when none is configured. */
      tint: <T extends Tint | null>(category: SettingCategory, value: string, otherwise: T): Tint | T => {
        const color = colorOf(settings, category, value);
        return color ? tintOf(color) : otherwise;
      },
    }),
    [settings],
  );
}
