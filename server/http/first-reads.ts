import { api, type ReadName } from '../../shared/api.ts';
import { DASHBOARD_MOVEMENTS, KEY_BUNCH_PAGE } from '../../shared/limits.ts';
import { meets } from '../../shared/permissions.ts';
import type { Caller } from '../database/caller.ts';

type Read = { call: ReadName; id?: string; query?: string };

const COMPANY: Read = { call: 'getCompany' };
const SETTINGS: Read = { call: 'getSettings' };
const DASHBOARD: Read = { call: 'getDashboard' };
const LOCATIONS: Read = { call: 'listLocations' };

/**
 * By path, what a page reads first, given the query of its address. Must match the page's own requests (`prefetch` in web/), or they are
 * sent twice. Reads that depend on the device or on several filters are left out.
 */
const READS: Record<string, (query: string) => Read[]> = {
  '/': () => [
    { call: 'getDashboardStats' },
    DASHBOARD,
    { call: 'listMovements', query: `?limit=${DASHBOARD_MOVEMENTS}` },
    SETTINGS,
  ],
  '/key-bunches': (query) =>
    query === ''
      ? [{ call: 'listKeyBunches', query: `?limit=${KEY_BUNCH_PAGE}` }, SETTINGS, LOCATIONS, DASHBOARD]
      : [],
  '/desk': () => [LOCATIONS, SETTINGS],
  '/audit': (query) => {
    const id = /^session=([1-9]\d{0,8})$/.exec(query)?.[1];
    return id ? [{ call: 'getAudit', id }] : [];
  },
};

/** The URLs of the calls that a page makes after the user's: the company's (API-08) and those of READS that the caller may make. */
export function firstReads(url: string, caller: Caller | null): string[] {
  if (!caller?.member || caller.factorDue) return [];
  const { member } = caller;
  const [path = '', query = ''] = url.split('?', 2);
  return [COMPANY, ...(READS[path]?.(query) ?? [])]
    .filter(({ call }) => meets(api[call].needs, member))
    .map(({ call, id = '', query: own = '' }) => api[call].path.replace(':id', id) + own);
}
