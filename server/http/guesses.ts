import type { FastifyRequest } from 'fastify';
import type { CallName } from '../../shared/api.ts';
import type { Attempts } from '../identity/attempts.ts';

/** Limits guesses within a session: at passwords and other confirmations, and at which emails have an account. */
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
