import type { ImportKind } from '../../shared/import-words.ts';
import { IMPORT_ROWS_MAX } from '../../shared/limits.ts';
import { recognise } from './columns/columns.ts';
import { remembered } from './columns/remembered.ts';
import { type Held, START } from './import-state.ts';
import { figure } from './kinds.ts';
import { readInWorker } from './read/in-worker.ts';
import { Unreadable } from './read/refused.ts';
import type { Known } from './use-known.ts';

/** Reads what was chosen, dropped or pasted, and finds its columns in the sheet with most rows. */
export async function read(
  held: Held,
  kind: ImportKind,
  known: Known,
  file: Blob,
  name: string,
): Promise<void> {
  const signal = held.begin();
  held.change({ ...START, busy: { what: 'reading', done: 0 } });
  try {
    const heard = (done: number) => held.change({ busy: { what: 'reading', done } });
    const found = await readInWorker(file, heard, signal);
    const rows = found.sheets.map((sheet) => sheet.filled);
    held.change({ busy: null, file: { ...found, name } });
    choose(held, kind, known, rows.indexOf(Math.max(...rows)));
  } catch (error) {
    const refused = error instanceof Unreadable ? error.message : 'This file could not be read.';
    held.change({ busy: null, refused: signal.aborted ? null : refused });
  }
}

/** Takes a sheet of the file. */
export function choose(held: Held, kind: ImportKind, known: Known, sheet: number): void {
  const { rows, filled: all } = held.now().file?.sheets[sheet] ?? { rows: [], filled: 0 };
  const columns = remembered(kind, recognise(kind, rows, known.words));
  // Those under the heading, also what the worker did not pass on.
  const filled = all - rows.slice(0, columns.head + 1).filter((row) => row.some(Boolean)).length;
  const refused =
    filled === 0
      ? 'There are no rows under the heading.'
      : filled > IMPORT_ROWS_MAX
        ? `This sheet has ${figure(filled)} rows, and ${figure(IMPORT_ROWS_MAX)} can be imported at a time. Split it.`
        : null;
  if (refused) held.change({ sheet, step: 'file', refused });
  else held.change({ sheet, columns, step: 'columns', refused: null });
}
