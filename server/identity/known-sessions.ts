import type { Caller } from '../database/caller.ts';

/**
 * Cache of recent sessions' callers: for the share of places and for the caller that a transaction assumes until it has read the current
 * one. Grants nothing.
 */
export function openKnownSessions(most = 10_000) {
  const known = new Map<string, Caller>();
  return {
    of: (sid: string): Caller | null => known.get(sid) ?? null,
    saw(caller: Caller): void {
      known.delete(caller.sid);
      known.set(caller.sid, caller);
      const [oldest] = known.keys();
      if (known.size > most && oldest) known.delete(oldest);
    },
    forget: (sid: string) => known.delete(sid),
  };
}

export type KnownSessions = ReturnType<typeof openKnownSessions>;
