import { useSyncExternalStore } from 'react';

/** A value outside of components; those that `use` it, or what `of` takes from it, render again when that changes. */
export function sharedValue<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  return {
    get: () => value,
    set(next: T): void {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: <R = T>(of: (value: T) => R = (all) => all as unknown as R): R =>
      useSyncExternalStore(subscribe, () => of(value)),
  };
}
