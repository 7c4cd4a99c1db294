import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInBy } from '../../shared/session.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { deviceOf } from './device.ts';
import { type cookieOf, endSession, startSession } from './session.ts';

export type SessionCookie = ReturnType<typeof cookieOf>;

/**
 * Who signed in and how: 'as before' goes on from the session that the request came with. `confirmedAt` is when they showed that
 * it is they, as whoever vouches for them says; null is not at all, and without it that is now.
 */
export type SignedIn = {
  userId: number;
  remember: boolean;
  by: SignedInBy | 'as before';
  confirmedAt?: Date | null | undefined;
};

/** How a call starts and ends the session of its request. A new session always ends the old one. */
export function sessionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  transactions: Transactions,
  cookie: SessionCookie,
) {
  const old = request.cookies[cookie.name];
  return {
    /** `stillGood` runs in the same transaction and refuses when what the session rests on has changed meanwhile. */
    async startSession(
      { userId, remember, by, confirmedAt }: SignedIn,
      stillGood?: (tx: Tx) => Promise<void>,
    ) {
      const device = deviceOf(request.headers['user-agent']);
      const about = { userId, remember, device, address: request.ip };
      const token = await transactions.forSystem(async (tx) => {
        await stillGood?.(tx);
        const before = (old && (await endSession(tx, old))) || { signedInBy: null, confirmedAt: null };
        return startSession(tx, {
          ...about,
          ...(by === 'as before' ? before : { signedInBy: by, confirmedAt }),
        });
      });
      reply.setCookie(cookie.name, token, cookie.lasting(remember));
      request.began = userId;
    },
    async endSession() {
      if (old) await transactions.forSystem((tx) => endSession(tx, old));
      reply.clearCookie(cookie.name, cookie.base);
    },
  };
}
