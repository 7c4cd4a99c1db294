import type { FastifyRequest } from 'fastify';
import type { CallName } from '../../shared/api.ts';
import type { Attempts } from '../identity/attempts.ts';

/**
 * Counts guesses in an open session: at the password that a body repeats or at what else confirms the caller, and at which emails have an
 * account anywhere.
 */
export function guardGuesses<T>(
  attempts: Attempts,
  name: CallName,
  { known, body }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (!known) return work();
  const { id, companyId } = known.user;
  const givesEmail = (name === 'createUser' || name === 'updateUser') && has(body, 'email');
  const guarded = givesEmail && companyId ? () => attempts.guessingEmail(companyId, work) : work;
  return name === 'confirmIdentity' || has(body, 'currentPassword')
    ? attempts.guessing(id, guarded)
    : guarded();
}

const has = (body: unknown, field: string): boolean =>
  typeof body === 'object' &&
  body !== null &&
  field in body &&
  Boolean((body as Record<string, unknown>)[field]);
