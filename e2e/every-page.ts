import { ROUTE_TABLE } from '../scripts/routes.ts';

/** A page of the signed-in app: its address and window title. */
type AppPage = { path: string; title: string };

/**
 * All pages for signed-in users, from the route table, so that new pages are included. `ids` fills in path parameters: `{ '/people/$id': 4
 * }`. Throws for a parameter without an id.
 */
export function everyPage(ids: Record<string, number | string>): AppPage[] {
  const pages = ROUTE_TABLE.filter(({ members }) => members).map(({ path, title }) => ({
    path: filledIn(path, ids),
    title,
  }));
  if (pages.length < 20) throw new Error(`The route table was not understood: ${pages.length} pages`);
  return pages;
}

function filledIn(path: string, ids: Record<string, number | string>): string {
  if (!path.includes('$')) return path;
  const id = ids[path];
  if (id === undefined) throw new Error(`No id is given for ${path}`);
  return path.replace(/\$\w+/, String(id));
}
