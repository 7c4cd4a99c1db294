import { useRef, useState } from 'react';
import type { ImportCheck, ImportDone, ImportRow } from '../../shared/import.ts';
import type { ImportField } from '../../shared/import-words.ts';
import type { Choices } from './choices.ts';
import type { Columns } from './columns.ts';
import type { ReadFile } from './read/read-file.ts';

export const STEPS = ['file', 'columns', 'review', 'done'] as const;

export type ImportState = {
  step: (typeof STEPS)[number];
  file: (ReadFile & { name: string }) | null;
  sheet: number;
  columns: Columns | null;
  /** What every row says of a field that no column has. */
  fixed: Partial<Record<ImportField, string>>;
  rows: ImportRow[];
  check: ImportCheck | null;
  /** The words that were unknown at first, and what each becomes. */
  unknown: ImportCheck['unknown'];
  choices: Choices;
  done: ImportDone | null;
  /** What runs now: how far the file is read, of 100, or the check. */
  busy: { what: 'reading'; done: number } | { what: 'checking' } | null;
  refused: string | null;
};

export const NO_CHOICES: Choices = { locations: {}, types: {}, statuses: {} };
export const START: ImportState = {
  step: 'file',
  file: null,
  sheet: 0,
  columns: null,
  fixed: {},
  rows: [],
  check: null,
  unknown: { locations: [], types: [], statuses: [] },
  choices: NO_CHOICES,
  done: null,
  busy: null,
  refused: null,
};

/** The state of an import, as it is by now also for what began before; `begin` ends what runs and says when the next is to end. */
export function useImportState() {
  const [state, setState] = useState(START);
  const latest = useRef(state);
  const stop = useRef(new AbortController());
  return {
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
