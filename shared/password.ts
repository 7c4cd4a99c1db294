import * as z from 'zod/mini';
import { passwordField } from './company.ts';
import { PASSWORD_MAX } from './limits.ts';
import { emailField } from './text.ts';

/** POST /api/auth/forgot-password: the answer does not reveal whether the address is known. */
export const ForgotForm = z.object({ email: emailField() });

const token = z
  .string('This link is invalid or has expired')
  .check(z.regex(/^[\w-]{20,100}$/, 'This link is invalid or has expired'));

/** POST /api/auth/reset-password/check: the account of a one-time link, for the page that the link opens. */
export const LinkForm = z.object({ token });
export const LinkReply = z.object({
  purpose: z.enum(['invite', 'reset']),
  email: z.string(),
  firstName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
});

/** POST /api/auth/reset-password: sets the password and uses up the link of an invitation or a reset. */
export const ResetForm = z.object({ token, password: passwordField });

/** POST /api/auth/password: the caller changes their own. */
export const PasswordForm = z.object({
  currentPassword: z
    .string('Current password is required')
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(PASSWORD_MAX, `Must be at most ${PASSWORD_MAX} characters`),
    ),
  newPassword: passwordField,
});

/** The strength meter of /auth/signup: 25 points each; the server's own rule is only a length. */

export const STRENGTH_RULES = [
  { label: '8 characters or more', met: (password: string) => password.length >= 8 },
  { label: 'An uppercase letter', met: (password: string) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', met: (password: string) => /[a-z]/.test(password) },
  { label: 'A digit or !@#$%^&*', met: (password: string) => /[0-9!@#$%^&*]/.test(password) },
] as const;

/** 0 to 100. */
export const strengthOf = (password: string): number =>
  STRENGTH_RULES.filter((rule) => rule.met(password)).length * 25;

export const strengthLabel = (score: number): 'Weak' | 'Fair' | 'Strong' =>
  score < 50 ? 'Weak' : score < 75 ? 'Fair' : 'Strong';
