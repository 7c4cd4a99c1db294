import { serverAnswers } from './connection.ts';

const AGAIN_MS = 3000;

/** Loads a module until it succeeds: the connection can fail after the first screen. */
export async function untilLoaded<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load();
    } catch {
      void serverAnswers();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
