import type { ImportRow } from '../../../shared/import.ts';
import { columnOf } from '../../../shared/import-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { PremisesForm } from '../../../shared/premises.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import {
  addPremises,
  changePremises,
  PREMISES,
  type PremisesEdit,
  type PremisesRow,
  premisesDifferences,
} from '../premises/record.ts';
import { formerOf, NO_EFFECTS, type Progress, type Written } from './effects.ts';
import {
  cellOf,
  formed,
  type Judged,
  lockUnchanged,
  MAY_NOT,
  numberOf,
  Once,
  reading,
  resultOf,
  toWrite,
} from './judged.ts';
import { keyOf, said, yesOf } from './text.ts';
import { grouped, mapInTurns, wordsOf } from './words.ts';

type Sent = PremisesEdit & { name: string };
type JudgedPremises = Judged<Sent, PremisesRow>;

/** Existing premises, each usable by one row. */
class KnownPremises {
  readonly #byName: Map<string, PremisesRow[]>;
  readonly #byAddress: Map<string, PremisesRow[]>;
  readonly #taken = new Set<number>();

  constructor(found: PremisesRow[]) {
    this.#byName = grouped(found, ({ name }) => keyOf(name));
    this.#byAddress = grouped(found, ({ name, address }) => `${keyOf(name)}\n${keyOf(address)}`);
  }

  /** By name and address, else those where one address is unknown. */
  take(name: string, address: string | null | undefined): PremisesRow | null {
    const key = keyOf(name);
    const first =
      this.#first(this.#byAddress.get(`${key}\n${keyOf(address)}`)) ??
      this.#first(keyOf(address) ? this.#byAddress.get(`${key}\n`) : this.#byName.get(key));
    if (first) this.#taken.add(first.id);
    return first ?? null;
  }

  /** Skips those already used. */
  #first(some: PremisesRow[] | undefined): PremisesRow | undefined {
    while (some?.[0] && this.#taken.has(some[0].id)) some.shift();
    return some?.[0];
  }
}

/** Checks each row of a file of premises, matched by name and the same or an unknown address. */
export async function judgePremises(
  tx: Tx,
  me: Member,
  sheet: readonly ImportRow[],
): Promise<JudgedPremises[]> {
  const found = await rows(
    tx,
    sql<PremisesRow>`${PREMISES} where sort_name = any(${wordsOf(sheet, 'name')}::text[]) order by id`,
  );
  const once = new Once();
  const known = new KnownPremises(found);
  return mapInTurns(sheet, (row, index) => {
    const errors: Record<string, string> = {};
    const number = numberOf(row, index);
    const isActive = reading(errors, 'active', () => yesOf(row.active));
    const form = formed(errors, PremisesForm, {
      name: said(row.name),
      address: said(row.address)?.replace(/\s*[\r\n]+\s*/g, ', '),
      postcode: said(row.postcode),
      client: said(row.client),
      reference: said(row.reference),
      notes: said(row.notes),
    });
    const filled = Object.fromEntries(Object.entries(form ?? {}).filter(([, value]) => value));
    const sent: Sent = { name: row.name ?? '', ...filled, ...(isActive !== undefined && { isActive }) };
    const before = known.take(sent.name, sent.address);
    once.check(errors, 'name', keyOf(sent.name) && `${keyOf(sent.name)}\n${keyOf(sent.address)}`, number);
    const changes = before
      ? Object.fromEntries(
          premisesDifferences(before, sent).map((field) => [
            columnOf(field),
            { from: cellOf(before[field]), to: cellOf(sent[field]) },
          ]),
        )
      : {};
    if (Object.keys(changes).length > 0 && !hasPermission(me, 'key:edit')) errors.name ??= MAY_NOT.edit;
    const result = resultOf(errors, before === null, changes);
    return { row: number, result, errors, changes: result === 'changed' ? changes : {}, sent, before };
  });
}

export async function writePremises(
  tx: Tx,
  me: Member,
  judged: JudgedPremises[],
  progress: Progress,
): Promise<Written> {
  const { fresh, changed } = toWrite(judged);
  progress('writing', 0, fresh.length + changed.length);
  const edits = await lockUnchanged(
    changed,
    ({ name }) => name,
    (ids) => rows(tx, sql<PremisesRow>`${PREMISES} where id = any(${ids}) order by id for no key update`),
  );
  const made = await addPremises(
    tx,
    me,
    fresh.map(({ sent }) => sent),
  );
  await changePremises(tx, me, edits);
  const effects = {
    ...NO_EFFECTS,
    premises: made,
    changedPremises: edits.map(({ before, sent }) => formerOf(before, premisesDifferences(before, sent))),
  };
  return { effects, newLocations: 0 };
}
