import type { ImportRow } from '../../../shared/import.ts';
import { labelCodeOf, spokenCode } from '../../../shared/label-code.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLogs } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { readCodes } from '../label/label.ts';
import { reading } from './judged.ts';
import { cellText, Misread } from './text.ts';

/** Label codes of the file's sets, and this server's data on the file's codes. */
export type Labels = {
  /** Each registered set's code, by id. */
  own: Map<number, string>;
  /** Identifiers of visible sets with a code. */
  used: Map<string, string>;
  /** Codes that any company of this server has or had. */
  taken: Set<string>;
};

/** Three statements, or none without codes in the file. */
export async function readLabels(tx: Tx, sheet: readonly ImportRow[], sets: Bunch[]): Promise<Labels> {
  const codes = [...new Set(sheet.flatMap(({ labelCode }) => labelCodeOf(labelCode ?? '') ?? []))];
  if (codes.length === 0) return { own: new Map(), used: new Map(), taken: new Set() };
  const own = await readCodes(
    tx,
    sets.map(({ id }) => id),
  );
  const used = await rows(
    tx,
    sql<{ code: string; identifier: string }>`select l.token as code, b.identifier from labels l
      join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id where l.token = any(${codes}::text[])`,
  );
  const taken = await rows(tx, sql<{ code: string }>`select taken_label_codes(${codes}::text[]) as code`);
  return {
    own,
    used: new Map(used.map(({ code, identifier }) => [code, identifier])),
    taken: new Set(taken.map(({ code }) => code)),
  };
}

/**
 * The code a row assigns; null when empty or unchanged. Only codes that no company ever had, and only to sets without one: an ended label
 * stays ended.
 */
export function assignedCode(
  { labelCode }: ImportRow,
  before: Bunch | null,
  { own, used, taken }: Labels,
  errors: Record<string, string>,
): string | null {
  const cell = cellText(labelCode);
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

export type Labelled = { id: number; locationId: number; code: string };

/** Stores codes; 409 when a code or a set's label came into use since the check. */
export async function storeLabels(tx: Tx, labelled: Labelled[]): Promise<void> {
  if (labelled.length === 0) return;
  // In a fixed order, to avoid deadlocks between imports.
  const sorted = labelled.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const codes = sorted.map(({ code }) => code);
  const reserved = await run(tx, sql`select reserve_label_codes(${codes}::text[])`);
  const stored = await run(
    tx,
    sql`insert into labels (token, key_bunch_id) select * from unnest(${codes}::text[], ${sorted.map(({ id }) => id)}::int[])
      on conflict (company_id, key_bunch_id) do nothing`,
  );
  if (reserved < codes.length || stored < codes.length)
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
