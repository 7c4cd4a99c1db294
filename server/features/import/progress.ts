import type { ImportProgress } from '../../../shared/import.ts';
import type { Feature } from '../feature.ts';
import type { Heard } from './effects.ts';

type Progress = NonNullable<ImportProgress['progress']>;

/** The imports under way in this process. Of one in another nothing is known; nobody relies on it. */
const running = new Map<string, Progress>();
const named = (userId: number, id: string) => `${userId} ${id}`;

/** Notes how far an import is for as long as `work` runs. */
export async function telling<T>(
  userId: number,
  id: string | undefined,
  work: (heard: Heard) => Promise<T>,
): Promise<T> {
  if (!id) return work(() => undefined);
  const key = named(userId, id);
  try {
    return await work((stage, done, total) => running.set(key, { stage, done, total }));
  } finally {
    running.delete(key);
  }
}

/** How far an import of the caller's own is. */
const getImportProgress: Feature<'getImportProgress'> = async ({ me, query }) => ({
  progress: running.get(named(me.userId, query.progress)) ?? null,
});

export const importProgressFeatures = { getImportProgress };
