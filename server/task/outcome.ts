import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What runs now and then on a machine and is noted in its data folder. Backups are noted in the database: one is made for all servers. */
const TASKS = ['verify', 'anchor'] as const;
export type Task = (typeof TASKS)[number];

/** When a task ended last, in milliseconds since 1970, and well or not; `succeededAt` is when it last ended well, null: never. */
export type TaskOutcome = {
  task: Task | 'backup';
  endedAt: number;
  isGood: boolean;
  succeededAt: number | null;
};

const folderOf = (dataDir: string): string => join(dataDir, 'outcomes');

/**
 * Notes in the data folder that a task has ended, for the server beside it to tell. Throws nothing: a task is not undone because it could
 * not be noted.
 */
export async function noteOutcome(dataDir: string, task: Task, isGood: boolean): Promise<void> {
  const endedAt = Date.now();
  const before = await readOutcome(dataDir, task);
  const noted: TaskOutcome = {
    task,
    endedAt,
    isGood,
    succeededAt: isGood ? endedAt : (before?.succeededAt ?? null),
  };
  const file = join(folderOf(dataDir), `${task}.json`);
  try {
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.${process.pid}`, JSON.stringify(noted));
    await rename(`${file}.${process.pid}`, file);
  } catch {
    // A folder that cannot be written: the metric stays as it was, and its alarm says that nothing was heard.
  }
}

/** What is known of every task that ever ended here. */
export const readOutcomes = async (dataDir: string): Promise<TaskOutcome[]> =>
  (await Promise.all(TASKS.map((task) => readOutcome(dataDir, task)))).filter((one) => one !== null);

async function readOutcome(dataDir: string, task: Task): Promise<TaskOutcome | null> {
  try {
    const read: Partial<TaskOutcome> = JSON.parse(
      await readFile(join(folderOf(dataDir), `${task}.json`), 'utf8'),
    );
    const { endedAt, isGood, succeededAt = null } = read;
    return typeof endedAt === 'number' && typeof isGood === 'boolean'
      ? { task, endedAt, isGood, succeededAt }
      : null;
  } catch {
    return null;
  }
}
