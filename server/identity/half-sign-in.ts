import type { FastifyReply, FastifyRequest } from 'fastify';
import { HALF_SIGN_IN_MINUTES } from '../../shared/second-factor.ts';
import { halfSignIns } from '../database/schema/people.ts';
import { columns, insert, row, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { hashOfToken, newToken } from './token.ts';

/** A sign-in that waits for its second factor. No call accepts it as a session. */
export type HalfSignIn = { userId: number; remember: boolean; challenge: string | null };

const FIELDS = columns(halfSignIns);

export const tooLate = () =>
  refuse(401, 'Your sign-in took too long. Enter your password again.', { code: 'half_sign_in_ended' });

const cookieOf = (secure: boolean) => ({
  name: secure ? '__Host-half' : 'half',
  base: { path: '/', httpOnly: true, sameSite: 'strict', secure } as const,
});

/** Begins, reads and ends the half sign-in of the browser's cookie. */
export function halfSignInOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const { name, base } = cookieOf(secure);
  const token = request.cookies[name];
  const own = sql`token_hash = ${hashOfToken(token ?? '')} and expires_at > clock_timestamp()`;
  return {
    /** Replaces the browser's former one. In a system transaction. */
    async begin(tx: Tx, userId: number, remember: boolean): Promise<void> {
      const made = newToken();
      if (token) await run(tx, sql`delete from half_sign_ins where ${own}`);
      const expiresAt = sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})`;
      await run(tx, insert(halfSignIns, { tokenHash: hashOfToken(made), userId, remember, expiresAt }));
      reply.setCookie(name, made, { ...base, maxAge: HALF_SIGN_IN_MINUTES * 60 });
    },
    /** The pending sign-in; 401 when it is missing or expired. */
    async of(tx: Tx): Promise<HalfSignIn> {
      const found =
        token && (await row(tx, sql<HalfSignIn>`select ${FIELDS} from half_sign_ins where ${own}`));
      if (!found) throw tooLate();
      return found;
    },
    /** Stores a passkey challenge. */
    async ask(tx: Tx, challenge: string): Promise<void> {
      await run(tx, sql`update half_sign_ins set challenge = ${challenge} where ${own}`);
    },
    /** Ends and returns it: of parallel requests only the first gets it. */
    async take(tx: Tx): Promise<HalfSignIn> {
      const taken =
        token && (await row(tx, sql<HalfSignIn>`delete from half_sign_ins where ${own} returning ${FIELDS}`));
      if (!taken) throw tooLate();
      return taken;
    },
    forget: () => reply.clearCookie(name, base),
  };
}

export type HalfSignInCookie = ReturnType<typeof halfSignInOf>;
