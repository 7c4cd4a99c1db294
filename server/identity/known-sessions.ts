import type { Caller } from '../database/caller.ts';

/**
 * Who called in the sessions that this process saw lately: whose share of the places a request takes, and what its transaction may assume
 * until it has heard who calls now. It grants nothing.
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
