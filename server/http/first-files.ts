import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which scripts a page needs beside the start; `path` as the routes have it, with `$name` for a part. */
type Page = { path: string; visitors: boolean; files: string[] };
/** What the build of the browser part wrote; `landing` is what visitors see at every address of members. */
type Pages = { landing: string[]; pages: Page[] };

/**
 * Answers by the path of an address and whether its request carries a session which links the page is sent with: the scripts and, of
 * somebody signed in, the call that the browser would begin once the start has come. None for a path that is no page.
 */
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

/** As the browser asks for it: what does not match would be asked for twice. */
const WHO = '<link rel="preload" as="fetch" href="/api/auth/user" crossorigin="use-credentials">';
const scriptOf = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^()|[\]{}\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')}/?$`);
