import { once } from 'node:events';
import { starts, stopWithShell } from './node.mjs';

/** Serves with reload: the server from its sources on PORT, the browser's part by Vite, which passes calls on. Both stop together. */
export async function dev() {
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  const children = [
    starts('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], { NODE_ENV: 'development' }),
    starts('vite', ['--clearScreen', 'false'], { API_URL: `http://${HOST}:${PORT}` }),
  ];
  stopWithShell();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  const ends = children.map((child) => once(child, 'exit'));
  await Promise.race(ends);
  stop();
  await Promise.all(ends);
}
