const PLACE = 'keyhold.desk-batches';
/** Batches on a device after which the help is collapsed. */
const KNOWN_AFTER = 20;

function done(): number {
  try {
    return Number(localStorage.getItem(PLACE)) || 0;
  } catch {
    return 0;
  }
}

/** Counts a batch of this device. */
export function countBatch(): void {
  try {
    if (done() < KNOWN_AFTER) localStorage.setItem(PLACE, String(done() + 1));
  } catch {
    // Without storage the help stays open.
  }
}

export const knowsDesk = (): boolean => done() >= KNOWN_AFTER;
