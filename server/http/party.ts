import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import { networkOf } from '../identity/attempt-counter.ts';
import type { Lane, Party } from './admission.ts';
import { Refusal } from './refusal.ts';

/** Before the session is known: every address is a company of its own. */
export function newcomer({ ip }: FastifyRequest): Party {
  const network = networkOf(ip);
  return { person: network, company: network };
}

/** Whose share of the places a request takes. */
export function partyOf({ known, ip }: FastifyRequest): Party {
  if (!known) return { person: networkOf(ip), company: 'nobody' };
  const { id, companyId } = known.user;
  const person = known.token ? `token ${known.token.id}` : `user ${id}`;
  return { person, company: companyId === null ? 'nobody' : `company ${companyId}` };
}

/** Refuses whoever hung up while waiting: they would not hear what was done. */
export function checkPresent({ raw }: FastifyReply): void {
  if (raw.destroyed) throw new Refusal(503, { message: REFUSALS.busy, code: 'busy' });
}

/** Holds a place until the reply has left, or the client has. Answers how to leave it earlier. */
export async function holdPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  lane: Lane,
): Promise<() => void> {
  const leave = await lane.enter(partyOf(request));
  // A connection that has closed does not say so again.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  checkPresent(reply);
  return leave;
}
