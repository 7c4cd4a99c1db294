/**
 * A column as migrations/ creates it: its type there (of `information_schema`), whether it may be null, and whether the database gives it a
 * value (a default, an identity, an expression) where an insert has none. `Value` is what a row holds.
 */
export type Column<Value = unknown, Given extends boolean = boolean> = {
  readonly type: string;
  readonly isNullable: boolean;
  readonly isGiven: Given;
  /** Of the type alone; never there. */
  readonly value?: Value;
};

/** A table and its columns by field; a column is named as its field, in lower case with underscores. */
export type Table<Columns = Record<string, Column>> = {
  readonly name: string;
  readonly columns: { [Field in keyof Columns]: Columns[Field] & { readonly name: string } };
};

// biome-ignore lint/suspicious/noExplicitAny: what the columns hold is known by inference alone.
export type AnyTable = Table<any>;
type ColumnsOf<T extends AnyTable> = T extends Table<infer Columns> ? Columns : never;
type ValueOf<C> = C extends Column<infer Value> ? Value : never;

/** A row of a table. Moments are ISO 8601 in UTC with six digits, so that they compare as text; bigints are numbers. */
export type RowOf<T extends AnyTable> = {
  -readonly [Field in keyof ColumnsOf<T>]: ValueOf<ColumnsOf<T>[Field]>;
};
type GivenOf<C> = { [F in keyof C]: C[F] extends Column<unknown, false> ? never : F }[keyof C];
/** A row to insert: what the database gives may be left out. */
export type NewRowOf<T extends AnyTable> = Omit<RowOf<T>, GivenOf<ColumnsOf<T>>> &
  Partial<Pick<RowOf<T>, GivenOf<ColumnsOf<T>> & keyof RowOf<T>>>;

/** Declares a table for reading and writing. migrations/ creates it, with constraints, policies, triggers; schema.test.ts compares the two. */
export function table<Columns extends Record<string, Column>>(
  name: string,
  columns: Columns,
): Table<Columns> {
  const named = Object.entries(columns).map(([field, column]) => [
    field,
    { ...column, name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
  ]);
  return { name, columns: Object.fromEntries(named) };
}

const column = <Value>(type: string): Column<Value, false> => ({ type, isNullable: false, isGiven: false });
export const text = column<string>('text');
/** A text of certain words. */
export const textOf = <Word extends string>() => column<Word>('text');
export const texts = <Word extends string = string>() => column<Word[]>('_text');
export const integer = column<number>('integer');
export const integers = column<number[]>('_int4');
export const smallint = column<number>('smallint');
export const bigint = column<number>('bigint');
export const boolean = column<boolean>('boolean');
export const bytes = column<Buffer>('bytea');
export const uuid = column<string>('uuid');
export const date = column<string>('date');
export const instant = column<string>('timestamp with time zone');
export const jsonb = <Value = unknown>() => column<Value>('jsonb');

export const orNull = <Value>(one: Column<Value, false>): Column<Value | null, true> => ({
  ...one,
  isNullable: true,
  isGiven: true,
});
export const given = <Value>(one: Column<Value>): Column<Value, true> => ({ ...one, isGiven: true });

/** Given by the transaction's caller; features never set it. */
export const company = given(integer);
export const actor = given(integer);
export const id = given(integer);
/** The database's clock. */
export const stamped = given(instant);
/** Of an entry of a chain: the state in which it left its subject (0017-recorded-states.sql), its number and hashes. */
export const chained = {
  after: orNull(jsonb()),
  seq: given(bigint),
  prevHash: given(bytes),
  hash: given(bytes),
};
