import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tasks of one machine, noted in its data folder. Backups are noted in the database, as one serves all servers. */
const TASKS = ['verify', 'anchor'] as const;
type Task = (typeof TASKS)[number];

/** When a task last ended and last succeeded (null: never), in milliseconds since 1970, and whether the last run succeeded. */
export type TaskOutcome = {
  task: Task | 'backup';
  endedAt: number;
  isGood: boolean;
  succeededAt: number | null;
};

const folderOf = (dataDir: string): string => join(dataDir, 'outcomes');

/** Notes the end of a task in the data folder, for the metrics of the server beside it. Never throws: the task itself is done. */
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
    // Folder not writable: the metric stays as it was, and the alarm on its age goes off.
  }
}

/** The last outcome of each task that ever ended here. */
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
