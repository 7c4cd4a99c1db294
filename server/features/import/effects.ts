/** A record that an import changed, as it was before: by the names of its columns in the schema. */
type Before = { id: number; before: Record<string, unknown> };

/** What an import made and changed, as its record keeps it for an undoing (migrations/0027-imports.sql reads people and premises). */
export type Effects = {
  sets: number[];
  people: number[];
  locations: number[];
  premises: number[];
  /** The label codes that came with it. */
  labels: string[];
  /** Sets that were there: what they said, what they opened, where and of which type they were; `issued` when the import issued them. */
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
  changedSets: [],
  changedPeople: [],
  changedLocations: [],
  changedPremises: [],
};

/** What an import wrote. */
export type Written = { effects: Effects; newLocations: number };

/** Hears how far an import is. */
export type Heard = (stage: 'checking' | 'writing' | 'finishing', done: number, total: number) => void;
