import { useSyncExternalStore } from 'react';

/** A value outside of components. A component that calls `use` renders again when the value, or the part selected by `of`, changes. */
export function sharedValue<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  return {
    get: () => value,
    subscribe,
    set(next: T): void {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: <R = T>(of: (value: T) => R = (all) => all as unknown as R): R =>
      useSyncExternalStore(subscribe, () => of(value)),
  };
}

/** When the last answer came, in ms by the device's clock, while the device is offline; else 0. Set by `web/api/connection.ts`. */
export const offlineSince = sharedValue(0);
