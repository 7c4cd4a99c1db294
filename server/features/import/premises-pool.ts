import type { ImportRow } from '../../../shared/import.ts';
import { NOT_KNOWN } from '../../../shared/import-words.ts';
import { PremisesForm } from '../../../shared/premises.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type Errors, formed } from './judged.ts';
import { cellText, keyOf } from './text.ts';
import { listIn } from './words.ts';

/** Premises named by a row: existing, or new (`id` null) with the rows' details. */
export type NamedPremises = {
  id: number | null;
  name: string;
  address: string | null;
  client: string | null;
};

/** `order` is that of appearance among those of its name. */
type Entry = { one: NamedPremises; order: number; client: string };

/**
 * Resolves premises named by rows of sets: the same name, and the same or an unknown address. Among several, without another client first,
 * then those the set opens already, then exact address and client. A row that would get another client's premises is refused, or gets
 * `separate` ones, so that keys never change owner silently.
 */
export class PremisesPool {
  readonly #byName = new Map<string, Entry[]>();
  /** By name and address, '' for an unknown one: a company may have thousands of a name. */
  readonly #byAddress = new Map<string, Entry[]>();
  /** Another client means other premises. */
  readonly #separate: boolean;

  constructor(found: NamedPremises[], separate: boolean) {
    this.#separate = separate;
    for (const one of found) this.#put(one);
  }

  static async read(tx: Tx, names: string[], separate: boolean): Promise<PremisesPool> {
    const named = sql<NamedPremises>`select id, name, address, client from premises where sort_name = any(${names}::text[]) order by id`;
    return new PremisesPool(names.length > 0 ? await rows(tx, named) : [], separate);
  }

  #put(one: NamedPremises): void {
    const same = listIn(this.#byName, keyOf(one.name));
    const entry = { one, order: same.length, client: keyOf(one.client) };
    same.push(entry);
    this.#at(one.name, one.address).push(entry);
  }

  #at(name: string, address: string | null): Entry[] {
    return listIn(this.#byAddress, `${keyOf(name)}\n${keyOf(address)}`);
  }

  pick({ name, address, client }: Named, linked: readonly { id: number }[]): NamedPremises {
    const key = keyOf(client);
    const near = address
      ? [this.#at(name, address), this.#at(name, null)]
      : [listIn(this.#byName, keyOf(name))];
    const rank = ({ one, client: others }: Entry) =>
      (key && others && key !== others ? -8 : 0) +
      (linked.some(({ id }) => id === one.id) ? 4 : 0) +
      (address && one.address ? 2 : 0) +
      (key && key === others ? 1 : 0);
    let best: { entry: Entry; by: number } | undefined;
    for (const some of near)
      for (const entry of some) {
        if (this.#separate && key && entry.client && key !== entry.client) continue;
        const by = rank(entry);
        if (!best || by > best.by || (by === best.by && entry.order < best.entry.order)) best = { entry, by };
      }
    if (best) return this.#complete(best.entry, address, client);
    const made = { id: null, name, address, client };
    this.#put(made);
    return made;
  }

  /** Completes new premises with this row's details. */
  #complete(entry: Entry, address: string | null, client: string | null): NamedPremises {
    const { one } = entry;
    if (one.id !== null) return one;
    if (address && !one.address) {
      const unknown = this.#at(one.name, null);
      unknown.splice(unknown.indexOf(entry), 1);
      one.address = address;
      this.#at(one.name, address).push(entry);
    }
    one.client ??= client;
    entry.client = keyOf(one.client);
    return one;
  }
}

type Cells = Pick<ImportRow, 'premises' | 'address' | 'client'>;
type Named = Omit<NamedPremises, 'id'>;

/** The filled lines of a cell. */
export const linesOf = (cell: string | null | undefined): string[] =>
  cellText(cell)
    ?.split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean) ?? [];
/** The same in one line: "12 High Street, Manchester". */
export const inOneLine = (cell: string | null | undefined): string => linesOf(cell).join(', ');

/**
 * A row's premises: none (undefined), one, or several, as lines of the cells of names, addresses and clients. A missing name defaults to
 * the address, then the client.
 */
export function namedOf({ premises, address, client }: Cells, errors: Errors): Named[] | undefined {
  const names = linesOf(premises);
  if (names.length > 1) return severalOf(names, { address, client }, errors);
  const about = { address: inOneLine(address) || null, client: inOneLine(client) || null };
  const name = names[0] ?? about.address ?? about.client;
  if (!name) return undefined;
  return checked([{ name, ...about }], errors);
}

function severalOf(names: string[], about: Omit<Cells, 'premises'>, errors: Errors): Named[] | undefined {
  const columns = {
    address: cellText(about.address)?.split(/\r\n?|\n/),
    client: cellText(about.client)?.split(/\r\n?|\n/),
  };
  for (const [field, lines] of Object.entries(columns)) {
    if (!lines || lines.length === names.length) continue;
    errors[field] ??= `Enter one line for each of the ${names.length} premises`;
    return undefined;
  }
  const at = (lines: string[] | undefined, index: number) => {
    const line = lines?.[index]?.trim();
    return line && line !== NOT_KNOWN ? line : null;
  };
  return checked(
    names.map((name, index) => ({
      name,
      address: at(columns.address, index),
      client: at(columns.client, index),
    })),
    errors,
  );
}

function checked(all: Named[], errors: Errors): Named[] | undefined {
  const named: Named[] = [];
  for (const one of all) {
    const form = formed(errors, PremisesForm, one, { name: 'premises' });
    if (!form) return undefined;
    named.push({ name: form.name, address: form.address ?? null, client: form.client ?? null });
  }
  return named;
}
