import * as z from 'zod/mini';
import { PASSWORD_MAX } from './limits.ts';
import { answers, FACTORS } from './second-factor.ts';
import { instant } from './text.ts';

/** How a user proved their identity at sign-in. */
const SIGNED_IN_BY = ['password', 'single_sign_on'] as const;
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

/** A sign-in or confirmation counts as recent for this long. */
export const CONFIRMED_MINUTES = 15;

/**
 * Whether the caller confirmed recently, and how they can: by one of the `ways`; the password also needs one of `factors`, which is empty
 * for users without a second factor.
 */
export const Confirmation = z.object({
  confirmed: z.boolean(),
  ways: z.array(z.enum(SIGNED_IN_BY)),
  factors: z.array(z.enum(FACTORS)),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** POST /api/auth/confirm: the same proofs as at sign-in. Single sign-on is confirmed at its own address (decision 0048). */
export const ConfirmForm = z.object({
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.maxLength(PASSWORD_MAX, `Must be at most ${PASSWORD_MAX} characters`),
    ),
  ...answers,
});
