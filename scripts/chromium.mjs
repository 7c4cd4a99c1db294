import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { succeeds } from './node.mjs';

/** The headless shell first: without a window's frame around every page it needs a third less time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The path of a Chromium for the browser tests; on Debian root gets it installed. Null, and said what to run, when there is none. */
export async function findChromium() {
  const found = (await presentChromium()) ?? (mayInstall() && installed() ? await presentChromium() : null);
  if (found) return found;
  console.error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `sudo apt-get install chromium`),\n' +
      'or run `npx playwright install chromium`, or set CHROMIUM to the path of one.',
  );
  return null;
}

/** The path of one that is there already, or null. */
export async function presentChromium() {
  if (process.env.CHROMIUM) {
    if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
    console.error(`CHROMIUM names ${process.env.CHROMIUM}, which does not exist.`);
    return null;
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? (await playwrights());
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

const mayInstall = () =>
  !process.env.CHROMIUM && process.getuid?.() === 0 && existsSync('/etc/debian_version');

function installed() {
  console.log('Installing Chromium from the packages of this system.');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  return (
    succeeds('apt-get', ['update', '-q'], quiet) &&
    ['chromium-headless-shell', 'chromium'].some((name) =>
      succeeds('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet),
    )
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await findChromium()) ? 0 : 1;
