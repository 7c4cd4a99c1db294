import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInBy } from '../../shared/session.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { deviceOf } from './device.ts';
import { type cookieOf, endSession, startSession } from './session.ts';

export type SessionCookie = ReturnType<typeof cookieOf>;

/**
 * Who signed in and how; 'as before' continues the request's session. `confirmedAt`: when they confirmed their identity, null for not at
 * all, by default now.
 */
export type SignedIn = {
  userId: number;
  remember: boolean;
  by: SignedInBy | 'as before';
  confirmedAt?: Date | null | undefined;
};

/** Starts and ends the session of a request. A new session always ends the old one. */
export function sessionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  transactions: Transactions,
  cookie: SessionCookie,
) {
  const old = request.cookies[cookie.name];
  return {
    /** `stillGood` runs in the same transaction and refuses when the basis of the session has changed. */
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
