import { parse } from 'csv-parse/sync';
import { HISTORY_ANCHOR } from '../../shared/anchor.ts';

/** The rows of an exported CSV file, its head first, without the anchor of the history that stands behind them. */
export function rowsIn(file: string | Buffer): string[][] {
  const rows = parse(file, { bom: true }) as string[][];
  return rows.at(-1)?.[0] === HISTORY_ANCHOR ? rows.slice(0, -1) : rows;
}
