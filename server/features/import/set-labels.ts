import type { ImportRow } from '../../../shared/import.ts';
import { labelCodeOf, spokenCode } from '../../../shared/label-code.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLogs } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { reading } from './judged.ts';
import { Misread, said } from './text.ts';

/** The label codes of a file's sets, and what this server has of the file's codes. */
export type Labels = {
  /** The code of each set of the register, by its id. */
  own: Map<number, string>;
  /** The identifier of the set that has a code, as far as the caller may see it. */
  used: Map<string, string>;
  /** Codes that some company of this server has or had. */
  taken: Set<string>;
};

const OF_SETS = 'select key_bunch_id as id, token as code from labels where key_bunch_id = any ($1::int[])';
const USED = `select l.token as code, b.identifier from labels l
  join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id where l.token = any ($1::text[])`;
const TAKEN = 'select taken_label_codes($1::text[]) as code';

/** Reads them in three statements, or in none where no row has a code. */
export async function readLabels(tx: Tx, rows: readonly ImportRow[], sets: Bunch[]): Promise<Labels> {
  const codes = [...new Set(rows.flatMap(({ labelCode }) => labelCodeOf(labelCode ?? '') ?? []))];
  if (codes.length === 0) return { own: new Map(), used: new Map(), taken: new Set() };
  const own = await ask<{ id: number; code: string }>(tx, OF_SETS, [sets.map(({ id }) => id)]);
  const used = await ask<{ code: string; identifier: string }>(tx, USED, [codes]);
  const taken = await ask<{ code: string }>(tx, TAKEN, [codes]);
  return {
    own: new Map(own.map(({ id, code }) => [id, code])),
    used: new Map(used.map(({ code, identifier }) => [code, identifier])),
    taken: new Set(taken.map(({ code }) => code)),
  };
}

/**
 * The code that a row gives its set; null of a cell that says nothing, or what is so already. A code is taken over only where no company of
 * this server ever had it, and only by a set that has none: a label that ended stays ended.
 */
export function labelOf(
  { labelCode }: ImportRow,
  before: Bunch | null,
  { own, used, taken }: Labels,
  errors: Record<string, string>,
): string | null {
  const cell = said(labelCode);
  if (cell === undefined) return null;
  const code = reading(errors, 'labelCode', () => {
    const read = labelCodeOf(cell);
    if (!read) throw new Misread('This is not the code of a label');
    return read;
  });
  const has = own.get(before?.id ?? 0);
  if (!code || code === has) return null;
  if (has) errors.labelCode ??= `Its label is ${spokenCode(has)}. Link another at the set.`;
  else if (used.has(code)) errors.labelCode ??= `This label belongs to ${used.get(code)}`;
  else if (taken.has(code))
    errors.labelCode ??= 'This code is in use or ended. Leave it out and print another label.';
  return code;
}

const RESERVE = 'select reserve_label_codes($1::text[]) as code';
const STORE = `insert into labels (token, key_bunch_id) select * from unnest($1::text[], $2::int[])
  on conflict (company_id, key_bunch_id) do nothing returning token`;

export type Labelled = { id: number; locationId: number; code: string };

/** Gives sets their codes; refused (409) when a code or a set's label came into use since the file was checked. */
export async function storeLabels(tx: Tx, labelled: Labelled[]): Promise<void> {
  if (labelled.length === 0) return;
  // In one order, so that two imports of the same codes do not wait for each other in a circle.
  const sorted = labelled.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const codes = sorted.map(({ code }) => code);
  const reserved = await ask(tx, RESERVE, [codes]);
  const stored = await ask(tx, STORE, [codes, sorted.map(({ id }) => id)]);
  if (reserved.length < codes.length || stored.length < codes.length)
    throw refuse(409, REFUSALS.stale, {
      code: 'stale',
      detail: 'A label of the file came into use meanwhile.',
    });
}

export const logLabels = (tx: Tx, me: Member, labelled: Labelled[], file: string): Promise<void> =>
  recordAuditLogs(
    tx,
    me,
    labelled.map((bunch) => ({ action: 'label_link', bunch, description: `Label linked by ${file}` })),
  );
