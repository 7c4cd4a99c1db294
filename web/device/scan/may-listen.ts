/** Whether the browser would read NFC tags without a press: it was just pressed, or the permission was given before. */
export async function mayListen(): Promise<boolean> {
  if (navigator.userActivation?.isActive) return true;
  try {
    const { state } = await navigator.permissions.query({ name: 'nfc' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}
