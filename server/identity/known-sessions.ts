import type { Caller } from './caller.ts';

/** Whose session it is. */
export type Known = { userId: number; companyId: number | null };

/**
 * The sessions that this process saw lately, so that a request takes its own share of the places before anything is asked of the database.
 * It grants nothing: who calls, and whether they still may, is read in the transaction that acts.
 */
export function openKnownSessions(most = 20_000) {
  const known = new Map<string, Known>();
  return {
    of: (sid: string): Known | null => known.get(sid) ?? null,
    saw({ sid, user }: Caller): Known {
      const who = { userId: user.id, companyId: user.companyId };
      known.delete(sid);
      known.set(sid, who);
      const [oldest] = known.keys();
      if (known.size > most && oldest) known.delete(oldest);
      return who;
    },
    forget: (sid: string) => known.delete(sid),
  };
}

export type KnownSessions = ReturnType<typeof openKnownSessions>;
