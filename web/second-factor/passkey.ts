import { ApiError } from '../api/call.ts';

type Library = typeof import('@simplewebauthn/browser');

/** Where the browser is asked for a passkey; loaded when somebody presses for one. */
const library = (): Promise<Library> => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all, as it does on pages that came safely. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Asks for one of the passkeys that the server named. Throws when there is none here, or the person thinks better of it. */
export async function askForPasskey(options: object) {
  const { startAuthentication } = await library();
  return startAuthentication({
    optionsJSON: options as Parameters<Library['startAuthentication']>[0]['optionsJSON'],
  });
}

/** Makes a new passkey, as the server asked. Throws as above. */
export async function makePasskey(options: object) {
  const { startRegistration } = await library();
  return startRegistration({
    optionsJSON: options as Parameters<Library['startRegistration']>[0]['optionsJSON'],
  });
}

/** What to say when no passkey came of it: the server's words, or what the browser's error means. */
export function whyNoPasskey(error: unknown): string {
  if (error instanceof ApiError) return error.body.message || 'No connection. Try again.';
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'This device is one of your passkeys already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  return 'This device could not use a passkey.';
}
