import { build } from './build.mjs';
import { stopWithShell } from './node.mjs';

/** Builds what is stale and becomes the server: it runs in this process, so that signals reach it. */
export async function start() {
  if (!build()) return 1;
  stopWithShell();
  await import('../dist/server/main.js');
}
