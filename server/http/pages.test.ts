import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { firstFiles } from './pages.ts';

const web = mkdtempSync(join(tmpdir(), 'keyhold-pages-'));
mkdirSync(join(web, '.vite'));
writeFileSync(
  join(web, '.vite/pages.json'),
  JSON.stringify({
    landing: ['assets/landing.js'],
    pages: [
      { path: '/', visitors: false, files: ['assets/frame.js', 'assets/dashboard.js'] },
      { path: '/key-history/$id', visitors: false, files: ['assets/frame.js', 'assets/history.js'] },
      { path: '/login', visitors: true, files: ['assets/login.js'] },
    ],
  }),
);
afterAll(() => rmSync(web, { recursive: true }));

const linksOf = firstFiles(web);
const named = (path: string, signedIn: boolean) =>
  [...linksOf(path, signedIn).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

test('somebody signed in is sent the files of their page, and the call that says who is here', () => {
  expect(named('/', true)).toEqual(['/api/auth/user', '/assets/frame.js', '/assets/dashboard.js']);
  expect(named('/key-history/7', true)).toEqual(['/api/auth/user', '/assets/frame.js', '/assets/history.js']);
  expect(named('/key-history/7/', true)).toEqual(named('/key-history/7', true));
});

test('a visitor is sent the landing page at the addresses of members, and asks nothing', () => {
  expect(named('/', false)).toEqual(['/assets/landing.js']);
  expect(named('/key-history/7', false)).toEqual(['/assets/landing.js']);
  expect(named('/login', false)).toEqual(['/assets/login.js']);
});

test('an address that is no page, or odd, names no files', () => {
  expect(named('/key-history/7/8', false)).toEqual([]);
  expect(named('/login/', false)).toEqual(['/assets/login.js']);
  expect(named('/"><script>', true)).toEqual(['/api/auth/user']);
});

test('a build without a list of pages is served all the same', () => {
  expect(firstFiles(join(web, 'none'))('/', false)).toBe('');
});
