import { ApiError } from './call.ts';

/** Why a credential was rejected; `otherwise` where the server gives no reason. */
export function whyRefused(error: unknown, otherwise: string): string {
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: {} };
  if (status === 0) return 'No connection. Check your signal and try again.';
  if (status >= 500) return 'Keyhold has a problem. Try again in a moment.';
  return Object.values(body.errors ?? {})[0] ?? (body.message || otherwise);
}
