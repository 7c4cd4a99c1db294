/** The user of a session; `locations` null: all of them. */
export type Caller = {
  company: number;
  user: number;
  locations: number[] | null;
  firstName: unknown;
  lastName: unknown;
  email: unknown;
};

/** The result of a call, and the total for a list. */
export type Reply = { body: unknown; total?: number };
