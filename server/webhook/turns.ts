/** How many exchanges may be under way at once, and how many of one company. */
export type Places = { atOnce: number; ofOneCompany: number };

/** Works for companies in turns: `work` is called once for each that was added, and `failed` receives what it fails with. */
export function openTurns(
  { atOnce, ofOneCompany }: Places,
  work: (companyId: number) => Promise<void>,
  failed: (error: unknown) => void,
) {
  /** Companies that may have something to do, in the order of their turns, and how much is done for each now. */
  const waiting = new Set<number>();
  const busy = new Map<number, number>();
  const working = new Set<Promise<void>>();
  let stopped = false;

  function start(): void {
    for (const companyId of waiting) {
      if (stopped || working.size >= atOnce) return;
      const own = busy.get(companyId) ?? 0;
      if (own >= ofOneCompany) continue;
      waiting.delete(companyId);
      busy.set(companyId, own + 1);
      const one: Promise<void> = work(companyId)
        .catch(failed)
        .finally(() => {
          working.delete(one);
          const left = (busy.get(companyId) ?? 1) - 1;
          if (left > 0) busy.set(companyId, left);
          else busy.delete(companyId);
          start();
        });
      working.add(one);
    }
  }

  return {
    add(companies: readonly number[]): void {
      for (const companyId of companies) waiting.add(companyId);
      start();
    },
    /** Begins nothing more, and waits for what is under way. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}
