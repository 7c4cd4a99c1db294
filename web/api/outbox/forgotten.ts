import { toast } from '../../ui/overlay/toast.ts';
import { ApiError, call } from '../call.ts';
import { beginKept, forgetKept, isForgotten, readOutboxKey } from '../kept/store.ts';
import { forgetEntries } from './outbox.ts';
import { isCustody, ownEntries, waiting } from './own-entries.ts';
import { requestKey } from './store.ts';

/** Long enough for the user, back at the device, to read what it lost. */
const LOST_MS = 24 * 60 * 60_000;
const AGAIN = 'It is set up again when you next sign in here.';

/** What the user loses with this device: its sets and counts that are not sent. */
function lostText(): string | null {
  const left = waiting(ownEntries.get());
  const sets = [...new Set(left.filter(isCustody).map(({ identifier }) => identifier))];
  const counts = left.filter((entry) => !isCustody(entry)).length;
  const lost = [...sets, ...(counts > 0 ? [`counts of an audit: ${counts}`] : [])].join(', ');
  return lost && `Not sent, and deleted: ${lost}. Record it again.`;
}

let forgetting: Promise<void> | null = null;

/** The user `owner` had this device forgotten: it keeps nothing of theirs until they sign in anew, and says which entries it had not sent. */
export function forgetHere(owner: number): Promise<void> {
  // A reply and a live event can say it at once.
  forgetting ??= forget(owner).finally(() => {
    forgetting = null;
  });
  return forgetting;
}

async function forget(owner: number): Promise<void> {
  if (await isForgotten(owner)) return;
  const lost = lostText();
  await forgetEntries();
  await forgetKept();
  await beginKept(owner, true);
  toast({
    title: 'This device was forgotten',
    description: lost ? `${lost} ${AGAIN}` : `What it kept of the register is gone. ${AGAIN}`,
    ...(lost && { duration: LOST_MS }),
    variant: 'destructive',
  });
}

/** Whether the user had this device forgotten; then it forgets. Throws ApiError without an answer. */
export async function checkForgotten(owner: number): Promise<boolean> {
  const key = await readOutboxKey(owner);
  if (!key) return isForgotten(owner);
  const { data } = await call('listDevices');
  if (data.some(({ id }) => id === key.device)) return false;
  try {
    // A restored server does not know the device either: it is registered again.
    await requestKey(key.device);
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 410) throw error;
  }
  await forgetHere(owner);
  return true;
}
