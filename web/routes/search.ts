import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';

export const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Validates search parameters as texts: missing or invalid ones become empty, and empty ones are not written. */
export function textsOf<T extends Record<string, string>>(empty: T) {
  return {
    validateSearch: (search: Partial<Record<keyof T, unknown>> & SearchSchemaInput): T =>
      Object.fromEntries(Object.keys(empty).map((name) => [name, text(search[name])])) as T,
    search: { middlewares: [stripSearchParams<T, T, T, T>(empty)] },
  };
}

/** Search values stay plain text: the router's own codec would turn `?location=3` into `?location=%223%22`. */
export const plainSearch = {
  parseSearch: (query: string) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search: Record<string, unknown>) => {
    const pairs = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
    return query ? `?${query}` : '';
  },
};

/** Filters of a history panel. */
export const NO_HISTORY_FILTERS = { action: '', date: '', from: '', to: '' };
