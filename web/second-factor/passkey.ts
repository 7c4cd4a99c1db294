import { ApiError } from '../api/call.ts';

type Library = typeof import('@simplewebauthn/browser');

/** Loaded when a passkey is first used. */
const library = (): Promise<Library> => import('@simplewebauthn/browser');

/** Whether the browser supports passkeys, which need a secure page. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Asks the browser for one of the passkeys named by the server. Throws without one, or when the user cancels. */
export async function askForPasskey(options: object) {
  const { startAuthentication } = await library();
  return startAuthentication({
    optionsJSON: options as Parameters<Library['startAuthentication']>[0]['optionsJSON'],
  });
}

/** Creates a passkey with the server's options. Throws like `askForPasskey`. */
export async function makePasskey(options: object) {
  const { startRegistration } = await library();
  return startRegistration({
    optionsJSON: options as Parameters<Library['startRegistration']>[0]['optionsJSON'],
  });
}

/** Message of a failed passkey: the server's, or the meaning of the browser's error. */
export function whyNoPasskey(error: unknown): string {
  if (error instanceof ApiError) return error.body.message || 'No connection. Try again.';
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'This device is one of your passkeys already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  return 'This device could not use a passkey.';
}
