import { readdirSync, readFileSync } from 'node:fs';

const ROUTES = new URL('../web/routes/', import.meta.url);

/** A page of the signed-in app: its address and window title. */
type AppPage = { path: string; title: string };

/**
 * All pages for signed-in users, from the route table, so that new pages are included. `ids` fills in path parameters: `{ '/people/$id': 4
 * }`. Throws for a parameter without an id.
 */
export function everyPage(ids: Record<string, number | string>): AppPage[] {
  const source = readdirSync(ROUTES).map((file) => readFileSync(new URL(file, ROUTES), 'utf8'));
  const pages = source
    .flatMap((text) => text.split('createRoute({').slice(1))
    .filter((route) => !/signedOut|everyone: true/.test(route.slice(0, route.indexOf('...page('))))
    .flatMap((route) => {
      const path = /path: '([^']+)'/.exec(route)?.[1];
      const title = /title: '([^']+)'/.exec(route)?.[1];
      return path && title ? [{ path: filledIn(path, ids), title }] : [];
    });
  if (pages.length < 20) throw new Error(`The route table was not understood: ${pages.length} pages`);
  return pages;
}

function filledIn(path: string, ids: Record<string, number | string>): string {
  if (!path.includes('$')) return path;
  const id = ids[path];
  if (id === undefined) throw new Error(`No id is given for ${path}`);
  return path.replace(/\$\w+/, String(id));
}
