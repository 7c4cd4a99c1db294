import * as z from 'zod/mini';
import { PASSWORD_MAX } from './limits.ts';
import { instant } from './text.ts';

/** How somebody showed who they are when they signed in. */
export const SIGNED_IN_BY = ['password', 'single_sign_on'] as const;
export type SignedInBy = (typeof SIGNED_IN_BY)[number];

/**
 * One of the caller's own sessions; `id` names it and opens nothing. `device` is browser and system in words. `lastUsedAt` and `address`
 * are exact to five minutes. Null is what is not known, as of sessions that began before it was kept.
 */
export const Session = z.object({
  id: z.int(),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signedInBy: z.nullable(z.enum(SIGNED_IN_BY)),
  signedInAt: instant,
  lastUsedAt: instant,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** For so long after a sign-in or a confirmation nobody is asked again. */
export const CONFIRMED_MINUTES = 15;

/** How the caller can confirm that it is they, and whether they did lately. */
export const Confirmation = z.object({
  confirmed: z.boolean(),
  ways: z.array(z.enum(SIGNED_IN_BY)),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** POST /api/auth/confirm: one way. Single sign-on is confirmed at its own address (decision 0048). */
export const ConfirmForm = z
  .object({
    password: z.optional(
      z
        .string('Password is required')
        .check(z.maxLength(PASSWORD_MAX, `Must be at most ${PASSWORD_MAX} characters`)),
    ),
  })
  .check(
    z.refine(({ password }) => Boolean(password), { error: 'Password is required', path: ['password'] }),
  );
