/** Whether this browser can be notified: `blocked` by the user, `unsupported` without a worker or a push service. */
export function canNotify(): 'can' | 'blocked' | 'unsupported' {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'can';
}

/** The installed worker; null when the app is not kept on this device. */
const workerHere = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null;

/** The address at which this browser is notified; null for none. */
export async function endpointHere(): Promise<string | null> {
  try {
    const subscription = await (await workerHere())?.pushManager?.getSubscription();
    return subscription?.endpoint ?? null;
  } catch {
    return null;
  }
}

/** The SHA-256 of a text in hex. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Asks the user for the permission and subscribes with the server's key. Throws when either refuses. */
export async function subscribe(publicKey: string): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new DOMException('Blocked', 'NotAllowedError');
  const worker = await workerHere();
  if (!worker) throw new Error('The app is not kept on this device');
  const { pushManager } = worker;
  const key = bytesOf(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription of another key of the server is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return subscription.endpoint;
}

export async function unsubscribe(): Promise<void> {
  await (await (await workerHere())?.pushManager?.getSubscription())?.unsubscribe();
}
