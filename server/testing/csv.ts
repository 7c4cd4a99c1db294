import { parse } from 'csv-parse/sync';

/** The rows of an exported CSV file, its head first. */
export const rowsIn = (file: string | Buffer): string[][] => parse(file, { bom: true }) as string[][];
