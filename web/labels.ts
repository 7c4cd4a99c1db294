import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { tintOf } from '../shared/color.ts';
import type { Settings } from '../shared/setting.ts';
import { choicesOf, colorOf, labelOf, NO_SETTINGS } from '../shared/setting-labels.ts';
import type { SettingCategory } from '../shared/setting-words.ts';
import { queries } from './api/queries.ts';
import { readOf } from './api/read.ts';
import { useSession } from './session.tsx';
import type { Tint } from './ui/classes.ts';

const READ: QueryObserverOptions<Settings> = readOf('getSettings');

/** Shared by all components: a list shows hundreds of labels, and one observer each would be slow. */
let observer: QueryObserver<Settings> | undefined;

function subscribe(onChange: () => void): () => void {
  const shared = observer ?? new QueryObserver(queries, READ);
  observer = shared;
  const unsubscribe = shared.subscribe(onChange);
  return () => {
    unsubscribe();
    if (!shared.hasListeners()) observer = undefined;
  };
}

const known = (): Settings => queries.getQueryData<Settings>(READ.queryKey) ?? NO_SETTINGS;
const subscribeToNothing = () => () => undefined;

/** The company's labels and colours for stored values; the built-in ones while loading. */
export function useLabels() {
  const { state } = useSession();
  const settings = useSyncExternalStore(state === 'in' ? subscribe : subscribeToNothing, known);
  return useMemo(
    () => ({
      label: (category: SettingCategory, value: string) => labelOf(settings, category, value),
      choices: (category: SettingCategory, present?: readonly string[]) =>
        choicesOf(settings, category, present),
      /** Tint of a configured colour; `otherwise` when none is configured. */
      tint: <T extends Tint | null>(category: SettingCategory, value: string, otherwise: T): Tint | T => {
        const color = colorOf(settings, category, value);
        return color ? tintOf(color) : otherwise;
      },
    }),
    [settings],
  );
}
