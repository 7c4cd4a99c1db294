import { useRef, useState } from 'react';
import type { ImportCheck, ImportDone, ImportRow } from '../../shared/import.ts';
import type { ImportKind, OtherClients } from '../../shared/import-words.ts';
import { type Choices, NO_CHOICES } from './choices.ts';
import type { Columns } from './columns.ts';
import type { Kept } from './memory.ts';
import type { ReadFile } from './read/read-file.ts';

export const STEPS = { file: 'File', columns: 'Columns', review: 'Review', done: 'Done' };

export type ImportState = {
  step: keyof typeof STEPS;
  file: (ReadFile & { name: string }) | null;
  /** Indexes of the sheets that are read: one, or several with the same headings. */
  sheets: number[];
  columns: Columns | null;
  /** Choices of the last import of such a file, in use. */
  kept: Kept | null;
  rows: ImportRow[];
  check: ImportCheck | null;
  /** Unknown values of the first check. */
  unknown: ImportCheck['unknown'];
  choices: Choices;
  /** What becomes of rows with another client than their premises have; null: they are refused. */
  clients: OtherClients | null;
  /** The user said that rows that look like one another are different sets. */
  areDifferent: boolean;
  /** The rows before each correction. */
  before: ImportRow[][];
  done: ImportDone | null;
  /** Running work: reading, with its progress in percent, or the check. */
  busy: { what: 'reading'; done: number } | { what: 'checking' } | null;
  refused: string | null;
};

export const START: ImportState = {
  step: 'file',
  file: null,
  sheets: [0],
  columns: null,
  kept: null,
  rows: [],
  check: null,
  unknown: { locations: [], types: [], statuses: [], people: [] },
  choices: NO_CHOICES,
  clients: null,
  areDifferent: false,
  before: [],
  done: null,
  busy: null,
  refused: null,
};

/**
 * State of an import. `now` returns the latest state, also to older closures; `begin` aborts the running work and returns the signal of the
 * next.
 */
export function useImportState(kind: ImportKind) {
  const [state, setState] = useState(START);
  const latest = useRef(state);
  const stop = useRef(new AbortController());
  return {
    kind,
    state,
    now: () => latest.current,
    change: (part: Partial<ImportState>): void => {
      latest.current = { ...latest.current, ...part };
      setState(latest.current);
    },
    begin: (): AbortSignal => {
      stop.current.abort();
      stop.current = new AbortController();
      return stop.current.signal;
    },
    cancel: () => stop.current.abort(),
  };
}
export type Held = ReturnType<typeof useImportState>;
