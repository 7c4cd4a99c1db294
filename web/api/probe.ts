import { isDoubted, isOffline, noteSilence, serverAnswers, whenDoubted } from './connection.ts';

/** Intervals of the probes until the device counts as offline, and after that, in ms. */
const LOOK_MS = 1000;
const LOOK_OFFLINE_MS = 4000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isLooking = false;

/** Probes the server until it answers, while the page is visible. */
async function look(): Promise<void> {
  clearTimeout(timer);
  if (isLooking || document.hidden || !isDoubted()) return;
  isLooking = true;
  await serverAnswers().finally(() => {
    isLooking = false;
  });
  if (isDoubted()) timer = setTimeout(look, isOffline() ? LOOK_OFFLINE_MS : LOOK_MS);
}

whenDoubted(() => void look());
addEventListener('offline', () => {
  noteSilence();
  // A network that is just going can still answer the first probe.
  setTimeout(noteSilence, LOOK_MS);
});
for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, () => void look());
document.addEventListener('visibilitychange', () => void look());
