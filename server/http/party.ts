import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../identity/attempt-counter.ts';
import { busy } from '../refusal.ts';
import type { Lane, Party } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds that went by while it waited for places among the calls and files, and while its caller was looked up. */
    waitedMs: number;
  }
}

/** By then a request is answered, whatever it waited for: its places first, and then somebody's lock. */
const ANSWERED_MS = 4700;
/** So much of it is left for work when a place is waited for the longest. */
const FOR_WORK_MS = 700;

/** How long the transaction of a request may wait: what its places have left of its time. */
export const leftFor = ({ waitedMs }: FastifyRequest): number => ANSWERED_MS - waitedMs;

/** Does something that the request waits for. */
async function timed<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    request.waitedMs += performance.now() - began;
  }
}

/** Before the session is known: every address is a company of its own. */
export function newcomer({ ip }: FastifyRequest): Party {
  const network = networkOf(ip);
  return { person: network, company: network, passes: true };
}

/** Whose share of the places a request takes. Whoever is of no company holds no company back. */
export function partyOf({ known, ip }: Pick<FastifyRequest, 'known' | 'ip'>): Party {
  if (!known) return { person: networkOf(ip), company: 'nobody', passes: true };
  const { id, companyId } = known.user;
  const person = known.token ? `token ${known.token.id}` : `user ${id}`;
  return companyId === null
    ? { person, company: 'nobody', passes: true }
    : { person, company: `company ${companyId}` };
}

/** Refuses whoever hung up while waiting: they would not hear what was done. */
export function checkPresent({ raw }: FastifyReply): void {
  if (raw.destroyed) throw busy();
}

/** Waits for a place no longer than the request has time. */
const enterInTime = (request: FastifyRequest, lane: Lane, party: Party): Promise<() => void> =>
  timed(request, () => lane.enter(party, leftFor(request) - FOR_WORK_MS));

/** Does in a place what the request waits for, and leaves it. While it is done, `leftFor` counts the wait for the place. */
export async function inPlace<T>(
  request: FastifyRequest,
  lane: Lane,
  work: () => Promise<T>,
  party: Party = partyOf(request),
): Promise<T> {
  const leave = await enterInTime(request, lane, party);
  try {
    return await timed(request, work);
  } finally {
    leave();
  }
}

/**
 * Holds a place until the reply has left, or the client has. Answers how to leave it earlier. `reads`: what is done in it only reads.
 * `slow`: what arrives or is drawn takes its own time, and none of the request's.
 */
export async function holdPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  lane: Lane,
  { reads = false, slow = false } = {},
): Promise<() => void> {
  const party = { ...partyOf(request), reads };
  const leave = await (slow ? lane.enter(party) : enterInTime(request, lane, party));
  // A connection that has closed does not say so again.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  checkPresent(reply);
  return leave;
}
