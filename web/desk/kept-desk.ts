/** What a desk keeps on this device, by company and person; a reload loses nothing, and a sign-out leaves nothing. */
const PLACE = 'keyhold.desk.';

export const deskPlace = (companyId: number, userId: number): string => `${PLACE}${companyId}.${userId}`;

/** Takes away what desks kept; whoever signs out leaves no key set of theirs on the device. */
export function forgetDesks(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PLACE)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
