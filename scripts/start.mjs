import { build } from './build.mjs';

/** Builds what is stale and becomes the server: it runs in this process, so that signals reach it. */
export async function start() {
  if (!build()) return 1;
  await import('../dist/server/main.js');
}
