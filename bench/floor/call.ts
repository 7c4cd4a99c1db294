/** Whose session it is; `locations` null: all of them. */
export type Caller = {
  company: number;
  user: number;
  locations: number[] | null;
  firstName: unknown;
  lastName: unknown;
  email: unknown;
};

/** What a call answers, and how many there are in all. */
export type Reply = { body: unknown; total?: number };
