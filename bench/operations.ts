import {
  bunchId,
  emailOf,
  hundredthOf,
  identifierOf,
  LIMITED,
  LOCATIONS,
  locationId,
  PASSWORD,
  SHARES,
  type Size,
} from './seed/size.ts';

/** A request. Writes are sent with an Idempotency-Key each, as a browser's are. */
export type Exchange = { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> };

/**
 * A caller that sends one request after another: a user of a company, and the sets that only this caller issues (by their number there).
 */
export type Caller = { size: Size; company: number; user: number; own: number[] };

/** The requests of a caller in their `turn`; `below` draws a number from 0. An operation with two requests counts once. */
export type Operation = {
  name: string;
  title: string;
  /** Changes data, so it runs on a copy of the seed. */
  writes?: true;
  /** Called by the officer who sees three locations. */
  limited?: true;
  brotli?: true;
  /** Called without a session. */
  visitor?: true;
  steps(caller: Caller, turn: number, below: (limit: number) => number): Exchange[];
};

const get = (path: string): Exchange[] => [{ method: 'GET', path }];
const setOf = ({ size, company }: Caller, below: (limit: number) => number) =>
  bunchId(size, company, 1 + below(size.bunches));

export const OPERATIONS: Operation[] = [
  {
    name: 'read',
    title: 'one set',
    steps: (caller, _, below) => get(`/api/key-bunches/${setOf(caller, below)}`),
  },
  { name: 'list', title: 'list of 50', steps: () => get('/api/key-bunches?limit=50') },
  {
    name: 'list-br',
    title: 'list of 50, brotli',
    brotli: true,
    steps: () => get('/api/key-bunches?limit=50'),
  },
  {
    name: 'list-filtered',
    title: 'list, status and location',
    steps: ({ company }, _, below) =>
      get(`/api/key-bunches?limit=50&status=active&locationId=${locationId(company, 1 + below(LOCATIONS))}`),
  },
  {
    name: 'list-limited',
    title: 'list, officer of 3 locations',
    limited: true,
    steps: () => get('/api/key-bunches?limit=50'),
  },
  {
    name: 'search-rare',
    title: 'search, rare',
    steps: ({ size }, _, below) =>
      get(`/api/key-bunches?limit=50&q=${identifierOf(1 + below(size.bunches))}`),
  },
  {
    name: 'search-common',
    title: 'search, common',
    steps: () => get('/api/key-bunches?limit=50&q=front%20door'),
  },
  { name: 'dashboard', title: 'dashboard', steps: () => get('/api/dashboard') },
  { name: 'stats', title: 'stats', steps: () => get('/api/dashboard/stats') },
  { name: 'history', title: 'history page', steps: () => get('/api/movement-history?limit=50') },
  {
    name: 'key-history',
    title: 'history of one set',
    steps: (caller, _, below) => get(`/api/key-bunches/${setOf(caller, below)}/history`),
  },
  {
    name: 'report',
    title: 'location report',
    steps: ({ company }, _, below) =>
      get(`/api/locations/${locationId(company, 1 + below(LOCATIONS))}/report`),
  },
  {
    name: 'issue',
    title: 'issue and return, the pair',
    writes: true,
    steps: ({ size, company, own }, turn) => {
      const path = `/api/key-bunches/${bunchId(size, company, own[turn % own.length] ?? 1)}`;
      const newTag = String(5_000_000 + (Date.now() % 1_000_000) * 1000 + (turn % 1000));
      return [
        { method: 'POST', path: `${path}/issue`, body: { officerName: 'Wren Tiller', purpose: 'Patrol' } },
        { method: 'POST', path: `${path}/return`, body: { officerName: 'Wren Tiller', newTag } },
      ];
    },
  },
  {
    name: 'sign-in',
    title: 'sign-in',
    writes: true,
    visitor: true,
    steps: ({ company, user }) => [
      {
        method: 'POST',
        path: '/api/auth/login',
        body: { email: emailOf(company, user), password: PASSWORD },
      },
    ],
  },
];

/** The callers of a run: several users of one company, or one user each of several companies. */
export function callersOf(size: Size, count: number, limited: boolean): Caller[] {
  return Array.from({ length: count }, (_, index) => {
    const company = size.companies > 1 ? 1 + (index % size.companies) : 1;
    const user = size.companies > 1 ? 3 : LIMITED + 1 + (index % (size.users - LIMITED));
    return { size, company, user: limited ? LIMITED : user, own: ownOf(size, index, count) };
  });
}

/** The sets that only this caller issues: with one company, every `count`th active set. */
function ownOf(size: Size, index: number, count: number): number[] {
  const active = Array.from({ length: Math.min(size.bunches, 10_000) }, (_, at) => at + 1).filter(
    (bunch) => hundredthOf(bunch) < SHARES.active,
  );
  return size.companies > 1 ? active : active.filter((_, at) => at % count === index);
}
