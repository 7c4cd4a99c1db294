import { createHash } from 'node:crypto';

/**
 * How much a database holds. Every set has `bunches` per company and `movements / bunches` entries, an even number. `audits` is how many
 * completed audits each location has.
 */
export type Size = {
  name: string;
  companies: number;
  /** Of each company, as all that follow. */
  users: number;
  bunches: number;
  movements: number;
  audits: number;
};

export const LOCATIONS = 20;
export const PASSWORD = 'bench password';

export const SIZES: Record<string, Size> = {
  tiny: { name: 'tiny', companies: 1, users: 8, bunches: 50, movements: 500, audits: 1 },
  small: { name: 'small', companies: 1, users: 70, bunches: 500, movements: 20_000, audits: 2 },
  firm: { name: 'firm', companies: 1, users: 70, bunches: 10_000, movements: 1_000_000, audits: 2 },
  wide: { name: 'wide', companies: 1, users: 70, bunches: 100_000, movements: 200_000, audits: 1 },
  city: { name: 'city', companies: 1, users: 70, bunches: 100_000, movements: 5_000_000, audits: 2 },
  crowd: { name: 'crowd', companies: 200, users: 6, bunches: 100, movements: 2_000, audits: 1 },
  cloud: { name: 'cloud', companies: 1000, users: 6, bunches: 500, movements: 5_000, audits: 1 },
};

/** Whose rights the user of that number in a company has. */
export const roleOf = (number: number): 'super_admin' | 'officer' | 'admin' =>
  number === 1 ? 'super_admin' : number === LIMITED ? 'officer' : 'admin';
/** The officer who sees three locations. */
export const LIMITED = 2;
export const LIMITED_TO = [1, 2, 3];

/** The percentages of statuses end here: active, issued, missing; the rest is inactive. */
export const SHARES = { active: 85, issued: 95, missing: 98 };
/** Which hundredth a set of a company is in, from 0. */
export const hundredthOf = (bunch: number): number => (bunch * 37) % 100;

export const emailOf = (company: number, user: number): string => `user${user}@company${company}.example`;
export const identifierOf = (bunch: number): string => `WK-${String(bunch).padStart(6, '0')}`;
/** The value of the cookie of a user's session; the table has its hash. */
export const tokenOf = (userId: number): string => `bench-session-${userId}`;
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Numbers count on over companies, as identity columns do. */
export const userId = (size: Size, company: number, user: number): number =>
  (company - 1) * size.users + user;
export const locationId = (company: number, location: number): number => (company - 1) * LOCATIONS + location;
export const bunchId = (size: Size, company: number, bunch: number): number =>
  (company - 1) * size.bunches + bunch;
