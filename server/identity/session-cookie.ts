import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transactions, Tx } from '../database/transactions.ts';
import { type cookieOf, endSession, type SessionKind, startSession } from './session.ts';

export type SessionCookie = ReturnType<typeof cookieOf>;

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
    async startSession(userId: number, kind: SessionKind, stillGood?: (tx: Tx) => Promise<void>) {
      const token = await transactions.forSystem(async (tx) => {
        await stillGood?.(tx);
        if (old) await endSession(tx, old);
        return startSession(tx, userId, kind);
      });
      reply.setCookie(cookie.name, token, cookie.lasting(kind.remember));
    },
    async endSession() {
      if (old) await transactions.forSystem((tx) => endSession(tx, old));
      reply.clearCookie(cookie.name, cookie.base);
    },
  };
}
