import { figures } from '../../shared/count.ts';
import type { ImportRow } from '../../shared/import.ts';
import { EXPORTED_AS, type ImportField, type ImportKind } from '../../shared/import-words.ts';
import { IMPORT_ROWS_MAX } from '../../shared/limits.ts';
import { detailOf, isUnknown, useAction } from '../api/action.ts';
import { type ApiError, call, failedText } from '../api/call.ts';
import { asksToConfirm, withReauthentication } from '../api/reauthentication.ts';
import { useUnsaved } from '../ui/overlay/layers.ts';
import {
  answersOf,
  type Choices,
  eachGroup,
  firstChoices,
  type Known,
  NO_CHOICES,
  otherClientOf,
  readNames,
  useKnown,
  withChosen,
} from './choices.ts';
import { type Columns, placed, recognise } from './columns.ts';
import { corrected, replacedIn, withValues } from './corrections.ts';
import { useDraft } from './draft.ts';
import { type Held, type ImportState, START, useImportState } from './import-state.ts';
import { clientsMade, mappingOf, readKept, withKept } from './memory.ts';
import { readInWorker } from './read/in-worker.ts';
import { Unreadable } from './read/read-file.ts';
import type { Column } from './recognise/layout.ts';
import { rowsOf } from './rows.ts';

/** Corrections of rows, and taking the last one back. */
function corrections(held: Held) {
  const { now, change } = held;
  const correct = (rows: ImportRow[]) => void check(held, { rows, before: [...now().before, now().rows] });
  return {
    correct,
    /** Corrects a field of some rows. */
    replace: (field: ImportField, by: string, isOne: (row: ImportRow, index: number) => boolean) =>
      correct(now().rows.map((row, index) => (isOne(row, index) ? { ...row, [field]: by } : row))),
    undoCorrection: () => {
      const { before, kept } = now();
      // Those of the last import are not kept on.
      if (before.length === 1 && kept)
        change({ kept: { ...kept, mapping: { ...kept.mapping, replaced: {} } } });
      void check(held, { rows: before.at(-1) ?? [], before: before.slice(0, -1) });
    },
  };
}

/** Choices of columns, and the check of the rows that they make. */
function columnChoicesOf(held: Held, known: Known) {
  const { kind, now, change } = held;
  function setColumns(part: Partial<Columns>): void {
    const before = now().columns;
    if (before) change({ columns: { ...before, ...part } });
  }

  /** Gives columns a field or a rule, or leaves them out; a review is made again. */
  async function place(columns: readonly Column[], choice: string): Promise<void> {
    const { columns: all, step } = now();
    if (all) change({ columns: placed(kind, all, columns, choice) });
    if (step === 'review' && choice) await checkColumns();
  }

  async function checkColumns(): Promise<void> {
    const { columns, before, rows: last, kept } = now();
    if (!columns) return;
    const chosen = ownChoices(now(), known);
    const fresh = rowsOf(kind, columns);
    const rows = before[0] ? corrected(fresh, before[0], last) : withValues(fresh, kept?.mapping.replaced);
    const begun = { before: rows === fresh ? [] : [fresh], areDifferent: false, clients: null };
    await check(held, { rows, choices: NO_CHOICES, ...begun }, { known, chosen });
  }
  return { setColumns, place, checkColumns };
}

/** State and steps of an import. Nothing is saved before `run`. */
export function useImport(kind: ImportKind) {
  const held = useImportState(kind);
  const known = useKnown(kind);
  const action = useAction('runImport');
  const { state, change, now } = held;
  const draft = useDraft(held);
  // What has been read is kept as the draft.
  useUnsaved(state.busy?.what === 'reading');

  async function run(): Promise<void> {
    const { file, columns, rows, before, kept, check: checked, choices, clients } = now();
    if (!file || !checked) return;
    change({ refused: null });
    const replaced = replacedIn(before[0] ?? [], rows);
    const mapping = columns && (await mappingOf(columns, { choices, clients, replaced }, kept));
    const about = {
      fileName: file.name,
      sha256: file.sha256,
      skipRefused: true,
      refusedRows: checked.counts.refused,
      ...(mapping && { mapping }),
    };
    const outcome = await action.run({ body: { ...bodyOf(held), ...about } });
    if (outcome.ok) change({ step: 'done', done: outcome.reply });
    else await checkRefused(held, outcome.error);
  }

  return {
    kind,
    state,
    known,
    change,
    read: (file: Blob, name: string) => read(held, file, name),
    choose: (sheets: number[], heading?: number) => choose(held, sheets, { heading }),
    /** The columns as they are guessed, without what was kept of the last file with these headings. */
    withoutKept: () => {
      const { sheets, columns } = now();
      const heading = sheets.length === 1 ? (columns?.head.at(-1) ?? -1) : undefined;
      return choose(held, sheets, { heading, without: true });
    },
    ...columnChoicesOf(held, known),
    recheck: (after: Partial<Pick<ImportState, 'rows' | 'choices' | 'clients'>>) => check(held, after),
    ...corrections(held),
    left: draft.left,
    isKept: draft.isKept,
    goOn: () => {
      draft.goOn();
      // The register may have changed since.
      if (now().step === 'review') void check(held);
    },
    throwAway: draft.throwAway,
    run,
    running: action.pending,
    cancel: held.cancel,
    /** Back to the columns, or to the first step. A check that is under way is given up. */
    back: () => {
      held.cancel();
      change({ step: 'columns', refused: null, busy: null });
    },
    again: () => {
      held.cancel();
      void draft.keep();
      change(START);
    },
  };
}

export type ImportWork = ReturnType<typeof useImport>;

/** What Keyhold proposes for the unknown words of a check: what was chosen for the last such file, else the most likely. */
function proposedBy({ unknown, kept, rows }: ImportState, known: Known): Choices {
  const likely = firstChoices(unknown, known, rows);
  return kept ? withChosen(likely, kept.mapping.choices, known) : likely;
}

/** The choices that the user made at the last check, and not Keyhold. */
function ownChoices(state: ImportState, known: Known): Choices {
  const proposed = proposedBy(state, known);
  return eachGroup((of) =>
    Object.fromEntries(
      Object.entries(state.choices[of]).filter(([word, choice]) => choice && choice !== proposed[of][word]),
    ),
  );
}

/** The rows and what was chosen for them, as the calls take it. */
const bodyOf = ({ kind, now }: Held) => {
  const { rows, choices, clients } = now();
  return { kind, rows, ...answersOf(choices), ...(clients && { clients }) };
};

/**
 * Checks the rows on the server after a change. The first check is repeated with the choices for unknown values: proposed ones, and those that
 * the user made before. Read-only, so without an idempotency key.
 */
async function check(
  held: Held,
  after: Partial<ImportState> = {},
  first?: { known: Known; chosen: Choices },
): Promise<void> {
  const { change, begin, now } = held;
  const signal = begin();
  change({ ...after, busy: { what: 'checking' } });
  const ask = () =>
    withReauthentication('checkImport', () => call('checkImport', { body: bodyOf(held) }, { signal }));
  try {
    let { data } = await ask();
    if (first) {
      const clients = data.rows.some(otherClientOf) ? clientsMade(now().kept) : null;
      change({ unknown: data.unknown, clients });
      change({ choices: withChosen(proposedBy(now(), first.known), first.chosen, first.known) });
      if (clients || Object.values(data.unknown).some((words) => words.length > 0)) ({ data } = await ask());
    }
    change({ busy: null, check: data, step: 'review', refused: null });
  } catch (error) {
    if (signal.aborted) return;
    change({ busy: null, refused: failedText(error) });
  }
}

/** After a refusal: the register or the plan's room changed, so the rows are checked again. The reason stays on the page. */
async function checkRefused(held: Held, error: ApiError): Promise<void> {
  if (isUnknown(error) || asksToConfirm(error)) return;
  const refused = [error.body.message, detailOf(error.body)].filter(Boolean).join(' ');
  await check(held);
  if (held.now().step === 'review') held.change({ refused });
}

/** Reads a chosen, dropped or pasted file, and takes the sheet with most rows; of an export the one of this kind. */
async function read(held: Held, file: Blob, name: string): Promise<void> {
  const signal = held.begin();
  held.change({ ...START, busy: { what: 'reading', done: 0 } });
  try {
    const onProgress = (done: number) => held.change({ busy: { what: 'reading', done } });
    const found = await readInWorker(file, onProgress, signal);
    const rows = found.sheets.map((sheet) => sheet.filled);
    const own = found.sheets.findIndex((sheet) => sheet.name === EXPORTED_AS[held.kind]);
    held.change({ busy: null, file: { ...found, name } });
    await choose(held, [own < 0 ? rows.indexOf(Math.max(...rows)) : own]);
  } catch (error) {
    const refused = error instanceof Unreadable ? error.message : 'This file could not be read.';
    held.change({ busy: null, refused: signal.aborted ? null : refused });
  }
}

type Heading = { heading?: number | undefined; without?: boolean };

/**
 * Takes sheets of the file and recognises their columns, under the `heading` that the user chose, with the choices of the last import of such
 * a file or `without` them.
 */
async function choose(
  held: Held,
  sheets: number[],
  { heading, without = false }: Heading = {},
): Promise<void> {
  const { kind } = held;
  const signal = held.begin();
  const all = sheets.flatMap((at) => held.now().file?.sheets[at] ?? []);
  held.change({ busy: { what: 'reading', done: 100 } });
  const names = await readNames(kind);
  if (signal.aborted) return;
  const found = recognise(kind, all, names, heading);
  // Of a larger sheet the worker returns only the first rows.
  const more = all.reduce(
    (sum, { rows, filled }) => sum + filled - rows.filter((row) => row.some(Boolean)).length,
    0,
  );
  const filled = found.data.length + more;
  const refused =
    filled === 0
      ? 'There are no rows under the heading.'
      : filled > IMPORT_ROWS_MAX
        ? `This sheet has ${figures.format(filled)} rows, and ${figures.format(IMPORT_ROWS_MAX)} can be imported at a time. Split it.`
        : null;
  if (refused)
    return held.change({ busy: null, refused, ...(!held.now().columns && { sheets, step: 'file' }) });
  const kept = without ? null : await readKept(kind, found, signal);
  if (signal.aborted) return;
  held.change({
    busy: null,
    sheets,
    kept,
    columns: withKept(kind, found, kept),
    before: [],
    step: 'columns',
    refused: null,
  });
}
