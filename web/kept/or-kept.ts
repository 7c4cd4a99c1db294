import type { CallName } from '../../shared/api.ts';
import { type Answer, ApiError, type Input } from '../api/call.ts';

/** Reads that are answered without signal from what the device keeps (web/kept/answers.ts). */
const ANSWERED: ReadonlySet<CallName> = new Set<CallName>([
  ...(['getMe', 'getCompany', 'getSettings', 'listLocations'] as const),
  ...(['listKeyBunches', 'getKeyBunch'] as const),
]);

/** A read, from the server; when no answer comes, from what the device keeps, if that has one. */
export async function orKept<N extends CallName>(
  name: N,
  input: Input<N>,
  read: () => Promise<Answer<N>>,
): Promise<Answer<N>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || !ANSWERED.has(name)) throw error;
    const kept = await import('./answers.ts').then(
      ({ answerOf }) => answerOf(name, input),
      () => null,
    );
    if (!kept) throw error;
    return kept;
  }
}
