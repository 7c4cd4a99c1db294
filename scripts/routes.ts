import { readdirSync, readFileSync } from 'node:fs';

const ROUTES = new URL('../web/routes/', import.meta.url);

/** A route as web/routes/ declares it: its address, window title, its page's module in web/, and whether it is for signed-in users. */
type Route = { path: string; title: string; page: string; members: boolean };

/** The routes of the browser, read from how they are written: `createRoute({ path: '...', ... import('../...') })`. */
export const ROUTE_TABLE: readonly Route[] = readdirSync(ROUTES).flatMap((file) =>
  readFileSync(new URL(file, ROUTES), 'utf8')
    .split('createRoute({')
    .slice(1)
    .flatMap((route) => {
      const path = /\bpath: '([^']+)'/.exec(route)?.[1];
      const page = /\bimport\('\.\.\/([^']+)'\)/.exec(route)?.[1];
      const title = /\btitle: (['"])(.+?)\1/.exec(route)?.[2] ?? '';
      return path && page ? [{ path, title, page, members: !/signedOut|everyone: true/.test(route) }] : [];
    }),
);
