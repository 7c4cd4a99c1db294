import { build } from './build.mjs';

/** Builds what is stale and becomes the server: it runs in this process, so that signals reach it. */
export async function start() {
  if (!build()) return 1;
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') stopWithShell();
  await import('../dist/server/main.js');
}

/** npm hands SIGTERM to the shell between it and this process, which dies without passing it on. */
function stopWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
