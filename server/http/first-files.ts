import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The scripts that a page needs besides the entry; `path` is the route, with `$name` for a parameter. */
type Page = { path: string; visitors: boolean; files: string[] };
/** Output of the web build; `landing` is what visitors get at members' addresses. */
type Pages = { landing: string[]; pages: Page[] };

/** Returns the preload links for a path: its scripts and, with a session, the first API call. None for an unknown path. */
export function firstFiles(web: string): (path: string, signedIn: boolean) => string {
  const list = join(web, '.vite/pages.json');
  const { landing, pages }: Pages = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : { landing: [], pages: [] };
  const known = pages.map(({ path, ...page }) => ({ ...page, pattern: patternOf(path) }));
  return (path, signedIn) => {
    const page = known.find(({ pattern }) => pattern.test(path));
    const files = !page ? [] : page.visitors || signedIn ? page.files : landing;
    return [...(signedIn ? [WHO] : []), ...files.map(scriptOf)].join('');
  };
}

/** Must match the browser's own request, or it is fetched twice. */
const WHO = '<link rel="preload" as="fetch" href="/api/auth/user" crossorigin="use-credentials">';
const scriptOf = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^()|[\]{}\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')}/?$`);
