import type { ImportCheck } from '../../../shared/import.ts';
import type { JudgedRow } from './judged.ts';

/** A changed record's former values, by schema column. */
type Before = { id: number; before: Record<string, unknown> };

/** What an import created and changed, stored for its undo (migrations/0027-imports.sql reads people and premises). */
export type Effects = {
  sets: number[];
  people: number[];
  locations: number[];
  premises: number[];
  /** Imported label codes. */
  labels: string[];
  /** Types and statuses made of words of the file. */
  settings: number[];
  /** Changed sets: former fields, premises, location and type; `issued` when the import issued them. */
  changedSets: (Before & { premises?: number[]; locationId?: number; type?: string; issued?: true })[];
  changedPeople: Before[];
  changedLocations: Before[];
  changedPremises: Before[];
};

export const NO_EFFECTS: Effects = {
  sets: [],
  people: [],
  locations: [],
  premises: [],
  labels: [],
  settings: [],
  changedSets: [],
  changedPeople: [],
  changedLocations: [],
  changedPremises: [],
};

/** The values of these fields before the record changes. */
export const formerOf = <T extends { id: number }>(record: T, fields: readonly (keyof T)[]): Before => ({
  id: record.id,
  before: Object.fromEntries(fields.map((field) => [field, record[field]])),
});

/** Result of an import. */
export type Written = { effects: Effects; newLocations: number };

/** Receives an import's progress. */
export type Progress = (stage: 'checking' | 'writing' | 'finishing', done: number, total: number) => void;

/** The checked rows of a file, and the function that writes them. */
export type Plan = {
  judged: JudgedRow[];
  unknown: ImportCheck['unknown'];
  newLocations: number;
  write(file: string, progress: Progress): Promise<Written>;
};
